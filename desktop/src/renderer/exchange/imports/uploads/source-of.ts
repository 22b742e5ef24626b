import { isDesktop } from '../../../ui/desktop.ts'
import { browserSource } from './browser-source.ts'
import { droppedSource } from './desktop-source.ts'
import type { Source } from './source.ts'

/** A file that was dropped or chosen, as it is sent from here. */
export function sourceOf(file: File): Source {
  return isDesktop() ? droppedSource(file) : browserSource(file)
}
