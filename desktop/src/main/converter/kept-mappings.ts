import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Remembered } from '../../converter/read-attendees.ts'
import { rememberedMapping } from '../../ipc.ts'

const mappings = z.record(z.string(), rememberedMapping)
const maxKept = 50

/** The columns that were chosen by hand for a header, in a file: names of columns, nothing of any person. */
export function keptMappings(file: string) {
  const read = (): Record<string, Remembered> => {
    try {
      return mappings.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {}
    } catch {
      return {}
    }
  }
  return {
    read,
    /** null forgets it. */
    keep(headerKey: string, mapping: Remembered | null): void {
      const others = Object.entries(read()).filter(([key]) => key !== headerKey)
      const kept = mapping ? [...others.slice(1 - maxKept), [headerKey, mapping]] : others
      writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}
