import { browserSource } from './browser-source.ts'
import type { Source } from './source.ts'

/** A file that was dropped or chosen, as it is sent from here. */
export function sourceOf(file: File): Source {
  return browserSource(file)
}
