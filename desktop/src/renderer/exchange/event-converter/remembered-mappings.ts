import { z } from 'zod'
import type { Remembered } from '../../../converter/read-attendees.ts'
import { rememberedMapping } from '../../../ipc.ts'

const name = 'event-converter-mappings'
const maxKept = 50
const mappings = z.record(z.string(), rememberedMapping)

/** What was chosen by hand, by header: names of columns, nothing of any person. */
export function rememberedMappings(): Record<string, Remembered> {
  try {
    return mappings.safeParse(JSON.parse(localStorage.getItem(name) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

/** null forgets it. */
export function rememberMapping(headerKey: string, mapping: Remembered | null): void {
  const others = Object.entries(rememberedMappings()).filter(([key]) => key !== headerKey)
  keep(mapping ? [...others.slice(1 - maxKept), [headerKey, mapping]] : others)
}

function keep(entries: [string, Remembered][]): void {
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // A browser that keeps nothing asks each time.
  }
}
