import { sql, type RawBuilder } from 'kysely'
import type { EntityManager } from '../database/orm.ts'
import { separator, type FileFields, type KeyedRow } from './read-row.ts'
import { fieldOf, type Field, type ImportDefinition } from './definition.ts'

/** What is on file for a row's key. `values` are those of the file's fields, joined by `separator`; blank is ''. */
export type Found = { id: number | null; values: string; name: string }

const columnTypes = { flag: 'boolean', date: 'date' } as const satisfies Partial<Record<Field['kind'], string>>

/** The PostgreSQL type of a field's column. */
export function columnType(field: Field): 'text' | 'boolean' | 'date' {
  return field.kind === 'flag' || field.kind === 'date' ? columnTypes[field.kind] : 'text'
}

/**
 * Finds the records of many rows in one query, by place in `rows`. Nothing there: the alumnus does not exist, or for
 * contacts, is new. A record without `id`: the alumnus exists, the record is new.
 */
export async function findRecords(
  em: EntityManager,
  definition: ImportDefinition,
  file: FileFields,
  rows: readonly KeyedRow[],
): Promise<(Found | undefined)[]> {
  const found: (Found | undefined)[] = new Array(rows.length)
  if (rows.every((row) => row.problem)) return found
  const { rows: records } = await query(definition, file, rows).execute(em.getKysely())
  for (const { at, id, values, name } of records) found[at - 1] = { id, values, name }
  return found
}

type FoundRecord = { at: number; id: number | null; values: string; name: string }

function query(definition: ImportDefinition, file: FileFields, rows: readonly KeyedRow[]): RawBuilder<FoundRecord> {
  const keys = sql.join(
    definition.key.map(
      (name, place) =>
        sql`${rows.map((row) => (row.problem ? null : row.keyValues[place]))}::${sql.raw(`${columnType(fieldOf(definition, name))}[]`)}`,
    ),
  )
  const names = sql.join([...definition.key.map((name) => sql.ref(name)), sql.ref('at')])
  const values = sql`concat_ws(${separator}, ${sql.join(file.fields.map((field) => sql`coalesce(${sql.ref(`t.${field.name}`)}::text, '')`))})`
  if (definition.table === 'alumni') {
    return sql<FoundRecord>`
      select k.at::int, t.id, ${values} as values, ${file.nameAt.every((at) => at >= 0) ? sql`''` : sql`concat_ws(' ', t.first_name, t.last_name)`} as name
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
  return sql<FoundRecord>`
    select k.at::int, t.id, ${values} as values, concat_ws(' ', a.first_name, a.last_name) as name
    from unnest(${keys}) with ordinality as k(${names})
    join alumni a on a.buid = k.buid
    left join ${sql.table(definition.table)} t on ${sql.join([...isSame, ...always], sql` and `)}`
}
