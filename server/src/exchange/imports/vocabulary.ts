import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { ImportDefinition } from './definition.ts'

/** The known codes of fields that have a list of their own: field → codes. A code outside is a warning, not a mistake; an empty list knows nothing. */
export type Vocabulary = ReadonlyMap<string, ReadonlySet<string>>

const lists = [
  { field: 'major_code', table: 'majors', column: 'major_code' },
  { field: 'college_code', table: 'colleges', column: 'code' },
] as const

const codeRow = z.object({ code: z.string() })

export async function loadVocabulary(db: Db, definition: ImportDefinition): Promise<Vocabulary> {
  const vocabulary = new Map<string, ReadonlySet<string>>()
  for (const { field, table, column } of lists) {
    if (!definition.fields.some(({ name }) => name === field)) continue
    const rows = await selectRaw(db, codeRow, sql`select ${sql.ref(column)} as code from ${sql.table(table)}`)
    if (rows.length > 0) vocabulary.set(field, new Set(rows.map(({ code }) => code)))
  }
  return vocabulary
}
