import { sql } from 'kysely'
import { z } from 'zod'
import { insertRecordChanges } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { Decision } from './decide.ts'
import type { ImportDefinition } from './definition.ts'
import { columnType } from './find-records.ts'
import { keyValues, type FileFields, type Row } from './row.ts'

/** A row that is to be written, with the id of its record when there is one. */
export type Write = { row: Row; decision: Decision; recordId: number | null }

export type WrittenBy = { type: string; id: number }

/** Writes new and changed records and the history of each change. Answers the ids in the order of `writes`. */
export async function writeRecords(
  db: Db,
  definition: ImportDefinition,
  file: FileFields,
  writes: readonly Write[],
  by: WrittenBy,
): Promise<number[]> {
  if (writes.length === 0) return []
  const fresh = writes.filter(({ recordId }) => recordId === null)
  const changed = writes.filter(({ recordId }) => recordId !== null)
  const newIds = await insertRecords(db, definition, file, fresh)
  await updateRecords(db, definition, file, changed)
  const ids = writes.map(({ recordId, row }) => recordId ?? newIds.get(row.key)!)
  await writeHistory(db, definition, file, writes, ids, by)
  return ids
}

function valueArrays(file: FileFields, indexes: number[], writes: readonly Write[]) {
  return indexes.map(
    (index) =>
      sql`${writes.map(({ decision }) => decision.values[index])}::${sql.raw(`${columnType(file.fields[index]!)}[]`)}`,
  )
}

async function insertRecords(
  db: Db,
  definition: ImportDefinition,
  file: FileFields,
  writes: readonly Write[],
): Promise<Map<string, number>> {
  if (writes.length === 0) return new Map()
  const indexes = file.fields.map((_, index) => index)
  const always = Object.entries(definition.always ?? {})
  const columns = sql.join([
    ...indexes.map((index) => sql.ref(file.fields[index]!.name)),
    ...always.map(([name]) => sql.ref(name)),
  ])
  const values = sql.join([
    ...indexes.map((index) => sql.ref(`v.${file.fields[index]!.name}`)),
    ...always.map(([, value]) => sql.lit(value)),
  ])
  const key = sql.join(definition.key.map((name) => sql`coalesce(${sql.ref(name)}::text, '')`))
  const rows = await selectRaw(
    db,
    z.object({ id: z.number(), key: z.string() }),
    sql`
    insert into ${sql.table(definition.table)} (${columns})
    select ${values} from unnest(${sql.join(valueArrays(file, indexes, writes))}) as v(${sql.join(indexes.map((index) => sql.ref(file.fields[index]!.name)))})
    returning id, concat_ws(' · ', ${key}) as key
  `,
  )
  return new Map(rows.map(({ id, key }) => [key, id]))
}

async function updateRecords(
  db: Db,
  definition: ImportDefinition,
  file: FileFields,
  writes: readonly Write[],
): Promise<void> {
  if (writes.length === 0) return
  const touched = new Set(writes.flatMap(({ decision }) => decision.changes.map(({ field }) => field)))
  const indexes = file.fields.flatMap((field, index) => (touched.has(field.name) ? [index] : []))
  const names = indexes.map((index) => file.fields[index]!.name)
  await sql`
    update ${sql.table(definition.table)} t set ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`))}, updated_at = now()
    from unnest(${sql.join([sql`${writes.map(({ recordId }) => recordId)}::bigint[]`, ...valueArrays(file, indexes, writes)])}) as v(${sql.join(['id', ...names].map((name) => sql.ref(name)))})
    where t.id = v.id
  `.execute(db)
}

async function writeHistory(
  db: Db,
  definition: ImportDefinition,
  file: FileFields,
  writes: readonly Write[],
  ids: readonly number[],
  by: WrittenBy,
): Promise<void> {
  if (writes.length === 0) return
  const buids = writes.map(({ row }) => keyValues(file, row)[0])
  const actions = writes.map(({ recordId }) => (recordId === null ? 'created' : 'changed'))
  const fields = writes.map(({ decision }) =>
    JSON.stringify(Object.fromEntries(decision.changes.map(({ field, before, after }) => [field, [before, after]]))),
  )
  await insertRecordChanges(
    by,
    sql`select ${definition.record}::text, v.* from unnest(${buids}::text[], ${ids}::bigint[], ${actions}::text[], ${fields}::jsonb[]) as v`,
  ).execute(db)
}
