import { z } from 'zod'
import type { Remembered } from '../../converter/read-attendees.ts'
import { roles, type Columns } from '../../converter/recognise.ts'

const name = 'event-converter-mappings'
const maxKept = 50
const mappings = z.record(
  z.string(),
  z.object({
    columns: z.partialRecord(z.enum(roles), z.number().int().min(0)).transform((columns): Columns => columns),
    statuses: z.record(z.string(), z.boolean()).optional(),
  }),
)

/** What was chosen by hand, by header: names of columns, nothing of any person. */
export function rememberedMappings(): Record<string, Remembered> {
  try {
    return mappings.safeParse(JSON.parse(localStorage.getItem(name) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

export function rememberMapping(headerKey: string, mapping: Remembered): void {
  const others = Object.entries(rememberedMappings()).filter(([key]) => key !== headerKey)
  keep([...others.slice(1 - maxKept), [headerKey, mapping]])
}

export function forgetMapping(headerKey: string): void {
  keep(Object.entries(rememberedMappings()).filter(([key]) => key !== headerKey))
}

function keep(entries: [string, Remembered][]): void {
  try {
    localStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)))
  } catch {
    // A browser that keeps nothing asks each time.
  }
}
