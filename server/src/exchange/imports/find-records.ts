import { isFlag } from '@alumni/shared/alumni/values'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { fieldOf, type Field, type ImportDefinition } from './definition.ts'
import { keyValuesOf, type FileFields, type Row } from './row.ts'

/**
 * The record on file that has a row's key. `text` joins its field values: most rows are unchanged, and comparing texts
 * is twice as fast as parsing every record.
 */
export type FoundRecord = Omit<z.infer<typeof foundRecord>, 'ordinal'>

const foundRecord = z.object({ ordinal: z.number(), id: z.number().nullable(), text: z.string(), name: z.string() })

/** Separates the values of `FoundRecord.text`; `cleanCell` removes it from cells. */
export const separator = '\u007f'

export function isOnFile({ text }: FoundRecord, values: Row['values']): boolean {
  let position = 0
  for (let index = 0; index < values.length; index++) {
    if (index > 0 && text[position++] !== separator) return false
    const value = values[index] ?? ''
    if (!text.startsWith(value, position)) return false
    position += value.length
  }
  return position === text.length
}

export function valuesOf({ text }: FoundRecord): (string | null)[] {
  return text.split(separator).map((value) => value || null)
}

export function columnType({ kind }: Field): 'text' | 'boolean' | 'date' {
  if (isFlag(kind)) return 'boolean'
  return kind === 'date' ? 'date' : 'text'
}

/**
 * Finds each row's record, all with one query. A result is undefined if the alumnus does not exist, and its `id` is
 * null if the alumnus does not have the record.
 */
export async function findRecords(
  db: Db,
  definition: ImportDefinition,
  file: FileFields,
  rows: readonly Row[],
): Promise<(FoundRecord | undefined)[]> {
  const found: (FoundRecord | undefined)[] = new Array(rows.length)
  const keys = rows.map((row) => (row.problem ? [] : keyValuesOf(file, row)))
  if (keys.every(([buid]) => !buid)) return found
  const records = await selectRaw(db, foundRecord)`${buildQuery(definition, file, keys)}`
  for (const { ordinal, id, text, name } of records) found[ordinal - 1] = { id, text, name }
  return found
}

function buildQuery(
  definition: ImportDefinition,
  file: FileFields,
  rowKeys: readonly (string | null)[][],
): RawBuilder<unknown> {
  const keys = sql.join(
    definition.key.map(
      (name, index) =>
        sql`${rowKeys.map((key) => key[index] ?? null)}::${sql.raw(`${columnType(fieldOf(definition, name))}[]`)}`,
    ),
  )
  const names = sql.join([...definition.key.map((name) => sql.ref(name)), sql.ref('ordinal')])
  const text = sql`concat_ws(${separator}, ${sql.join(file.fields.map((field) => sql`coalesce(${sql.ref(`record.${field.name}`)}::text, '')`))})`
  if (definition.table === 'alumni') {
    const hasNames = file.nameIndexes.every((index) => index >= 0)
    const name = hasNames ? sql`''` : sql`concat_ws(' ', record.first_name, record.last_name)`
    return sql`
      select row_key.ordinal, record.id, ${text} as text, ${name} as name
      from unnest(${keys}) with ordinality as row_key(${names})
      join alumni record on record.buid = row_key.buid`
  }
  const isSame = definition.key.map((name) =>
    fieldOf(definition, name).isRequired
      ? sql`${sql.ref(`record.${name}`)} = ${sql.ref(`row_key.${name}`)}`
      : sql`${sql.ref(`record.${name}`)} is not distinct from ${sql.ref(`row_key.${name}`)}`,
  )
  const constants = Object.entries(definition.constants ?? {}).map(
    ([name, value]) => sql`${sql.ref(`record.${name}`)} = ${sql.lit(value)}`,
  )
  return sql`
    select row_key.ordinal, record.id, ${text} as text, concat_ws(' ', person.first_name, person.last_name) as name
    from unnest(${keys}) with ordinality as row_key(${names})
    join alumni person on person.buid = row_key.buid
    left join ${sql.table(definition.table)} record on ${sql.join([...isSame, ...constants], sql` and `)}`
}
