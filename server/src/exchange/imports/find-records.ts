import { isFlag } from '@alumni/shared/alumni/values'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { fieldOf, type Field, type ImportDefinition } from './definition.ts'
import { keyValues, type FileFields, type Row } from './row.ts'

/**
 * The record on file for a row's key. PostgreSQL joins the values of the file's fields into one `text`, because most
 * rows equal what is on file: to compare them in place costs half of taking every record apart.
 */
export type Found = Omit<z.infer<typeof foundRecord>, 'ordinal'>

/** `ordinal` counts the rows that were asked about from 1. */
const foundRecord = z.object({ ordinal: z.number(), id: z.number().nullable(), text: z.string(), name: z.string() })

/** Stands between the values of `Found.text`; `cleanCell` lets it into no value of a row. */
export const separator = '\u007f'

/** Whether these are the values on file, to the letter. */
export function isOnFile({ text }: Found, values: Row['values']): boolean {
  let position = 0
  for (let index = 0; index < values.length; index++) {
    if (index > 0 && text[position++] !== separator) return false
    const value = values[index] ?? ''
    if (!text.startsWith(value, position)) return false
    position += value.length
  }
  return position === text.length
}

export function valuesOf({ text }: Found): (string | null)[] {
  return text.split(separator).map((value) => value || null)
}

/** The PostgreSQL type of a field's column. */
export function columnType({ kind }: Field): 'text' | 'boolean' | 'date' {
  if (isFlag(kind)) return 'boolean'
  return kind === 'date' ? 'date' : 'text'
}

/**
 * Finds the records of many rows in one query, in the order of `rows`. Nothing there: the alumnus does not exist, or
 * for contacts, is new. A record without `id`: the alumnus exists, the record is new.
 */
export async function findRecords(
  db: Db,
  definition: ImportDefinition,
  file: FileFields,
  rows: readonly Row[],
): Promise<(Found | undefined)[]> {
  const found: (Found | undefined)[] = new Array(rows.length)
  const keys = rows.map((row) => (row.problem ? [] : keyValues(file, row)))
  if (keys.every(([buid]) => !buid)) return found
  const records = await selectRaw(db, foundRecord, query(definition, file, keys))
  for (const { ordinal, id, text, name } of records) found[ordinal - 1] = { id, text, name }
  return found
}

function query(
  definition: ImportDefinition,
  file: FileFields,
  keyOf: readonly (string | null)[][],
): RawBuilder<unknown> {
  const keys = sql.join(
    definition.key.map(
      (name, index) =>
        sql`${keyOf.map((key) => key[index] ?? null)}::${sql.raw(`${columnType(fieldOf(definition, name))}[]`)}`,
    ),
  )
  const names = sql.join([...definition.key.map((name) => sql.ref(name)), sql.ref('ordinal')])
  const text = sql`concat_ws(${separator}, ${sql.join(file.fields.map((field) => sql`coalesce(${sql.ref(`t.${field.name}`)}::text, '')`))})`
  if (definition.table === 'alumni') {
    return sql`
      select k.ordinal, t.id, ${text} as text, ${file.nameIndexes.every((index) => index >= 0) ? sql`''` : sql`concat_ws(' ', t.first_name, t.last_name)`} as name
      from unnest(${keys}) with ordinality as k(${names}) join alumni t on t.buid = k.buid`
  }
  const isSame = definition.key.map((name) =>
    fieldOf(definition, name).isRequired
      ? sql`${sql.ref(`t.${name}`)} = ${sql.ref(`k.${name}`)}`
      : sql`${sql.ref(`t.${name}`)} is not distinct from ${sql.ref(`k.${name}`)}`,
  )
  const always = Object.entries(definition.always ?? {}).map(
    ([name, value]) => sql`${sql.ref(`t.${name}`)} = ${sql.lit(value)}`,
  )
  return sql`
    select k.ordinal, t.id, ${text} as text, concat_ws(' ', a.first_name, a.last_name) as name
    from unnest(${keys}) with ordinality as k(${names})
    join alumni a on a.buid = k.buid
    left join ${sql.table(definition.table)} t on ${sql.join([...isSame, ...always], sql` and `)}`
}
