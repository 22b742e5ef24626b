import type { ImportType } from '@alumni/shared/exchange/imports'
import type { ValueKind } from '@alumni/shared/alumni/values'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

/** One column that a file of the type may have. */
export type Field = {
  /** The column of the table, the word in JSON. */
  name: string
  /** The header as we write it; case, spaces and underscores do not count when matching. */
  label: string
  kind: ValueKind
  /** The header must be there. */
  isRequired?: boolean
  /**
   * The CRM's own labels and API names for it, without namespace prefix and `__c`; where a file has several, the first
   * here counts.
   */
  also?: readonly string[]
}

/** Defines what differs between import types; the engine does the rest. */
export type ImportDefinition = {
  type: ImportType
  table: 'alumni' | 'educations' | 'employments'
  record: 'alumnus' | 'education' | 'employment'
  fields: readonly Field[]
  /** The fields that identify a record; the first is `buid`. */
  key: readonly string[]
  /** Columns with one value for all records of this type in a shared table. */
  always?: Readonly<Record<string, string>>
  /** Fields besides the key that no two records may share. */
  unique: readonly string[]
  /** Rows a transaction applies. */
  chunk: number
  /** Records that the file does not contain are deleted. */
  isSnapshot: boolean
  /** Fields that a pending CRM data change protects. */
  isProtectedByCrmChanges: boolean
}

export function fieldOf(definition: ImportDefinition, name: string): Field {
  const field = definition.fields.find((field) => field.name === name)
  if (!field) throw new Error(`${definition.type} has no field ${name}`)
  return field
}

/**
 * The known codes of fields that have a list of their own: field → codes. A code outside is a warning, not a mistake;
 * an empty list knows nothing.
 */
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

/** A file that cannot be taken, or a run that cannot go on, for a reason that a person can act on. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
