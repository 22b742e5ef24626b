import type { ImportType } from '@alumni/shared/exchange/imports'
import type { ValueKind } from '@alumni/shared/alumni/values'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

export type Field = {
  name: string
  /** The usual header; matching ignores case, spaces and underscores. */
  label: string
  kind: ValueKind
  isRequired?: boolean
  /** Other labels, and the CRM's API names without namespace or `__c`, in order of preference. */
  otherNames?: readonly string[]
}

export type ImportDefinition = {
  type: ImportType
  table: 'alumni' | 'educations' | 'employments'
  record: 'alumnus' | 'education' | 'employment'
  fields: readonly Field[]
  key: readonly string[]
  /** Column values that distinguish the import types that share a table. */
  constants?: Readonly<Record<string, string>>
  unique: readonly string[]
  chunk: number
  /** True if the import deletes records that the file does not contain. */
  isSnapshot: boolean
  isProtectedByCrmChanges: boolean
}

export function fieldOf(definition: ImportDefinition, name: string): Field {
  const field = definition.fields.find((field) => field.name === name)
  if (!field) throw new Error(`${definition.type} has no field ${name}`)
  return field
}

/** Known codes by field; unknown codes cause a warning. */
export type Vocabulary = ReadonlyMap<string, ReadonlySet<string>>

const codeLists = [
  { field: 'major_code', table: 'majors', column: 'major_code' },
  { field: 'college_code', table: 'colleges', column: 'code' },
] as const

const codeRow = z.object({ code: z.string() })

/** Omits a field if its list of codes is empty. */
export async function loadVocabulary(db: Db, definition: ImportDefinition): Promise<Vocabulary> {
  const vocabulary = new Map<string, ReadonlySet<string>>()
  for (const { field, table, column } of codeLists) {
    if (!definition.fields.some(({ name }) => name === field)) continue
    const rows = await selectRaw(db, codeRow)`select ${sql.ref(column)} as code from ${sql.table(table)}`
    if (rows.length > 0) vocabulary.set(field, new Set(rows.map(({ code }) => code)))
  }
  return vocabulary
}

/** Thrown for a problem that the user can fix. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
}
