import { sql } from 'kysely'
import { z } from 'zod'
import { insertRecordChanges } from '../alumni/index.ts'
import type { EntityManager } from '../database/orm.ts'
import { selectRaw } from '../database/select-raw.ts'
import type { Decision } from './decide.ts'
import type { ImportDefinition } from './definition.ts'
import { columnType } from './find-records.ts'
import { keyValues, type FileFields, type Row } from './row.ts'

/** A row that is to be written, with the id of its record when there is one. */
export type Write = { row: Row; decision: Decision; recordId: number | null }

export type WrittenBy = { type: string; id: number }

/** Writes new and changed records and the history of each change. Answers the ids in the order of `writes`. */
export async function writeRecords(
  em: EntityManager,
  definition: ImportDefinition,
  file: FileFields,
  writes: readonly Write[],
  by: WrittenBy,
): Promise<number[]> {
  if (writes.length === 0) return []
  const fresh = writes.filter(({ recordId }) => recordId === null)
  const changed = writes.filter(({ recordId }) => recordId !== null)
  const newIds = await insertRecords(em, definition, file, fresh)
  await updateRecords(em, definition, file, changed)
  const ids = writes.map(({ recordId, row }) => recordId ?? newIds.get(row.key)!)
  await writeHistory(em, definition, file, writes, ids, by)
  return ids
}

function valueArrays(file: FileFields, places: number[], writes: readonly Write[]) {
  return places.map(
    (at) => sql`${writes.map(({ decision }) => decision.values[at])}::${sql.raw(`${columnType(file.fields[at]!)}[]`)}`,
  )
}

async function insertRecords(
  em: EntityManager,
  definition: ImportDefinition,
  file: FileFields,
  writes: readonly Write[],
): Promise<Map<string, number>> {
  if (writes.length === 0) return new Map()
  const places = file.fields.map((_, at) => at)
  const always = Object.entries(definition.always ?? {})
  const columns = sql.join([
    ...places.map((at) => sql.ref(file.fields[at]!.name)),
    ...always.map(([name]) => sql.ref(name)),
  ])
  const values = sql.join([
    ...places.map((at) => sql.ref(`v.${file.fields[at]!.name}`)),
    ...always.map(([, value]) => sql.lit(value)),
  ])
  const key = sql.join(definition.key.map((name) => sql`coalesce(${sql.ref(name)}::text, '')`))
  const rows = await selectRaw(
    em,
    z.object({ id: z.number(), key: z.string() }),
    sql`
    insert into ${sql.table(definition.table)} (${columns})
    select ${values} from unnest(${sql.join(valueArrays(file, places, writes))}) as v(${sql.join(places.map((at) => sql.ref(file.fields[at]!.name)))})
    returning id, concat_ws(' · ', ${key}) as key
  `,
  )
  return new Map(rows.map(({ id, key }) => [key, id]))
}

async function updateRecords(
  em: EntityManager,
  definition: ImportDefinition,
  file: FileFields,
  writes: readonly Write[],
): Promise<void> {
  if (writes.length === 0) return
  const touched = new Set(writes.flatMap(({ decision }) => decision.changes.map(({ field }) => field)))
  const places = file.fields.flatMap((field, at) => (touched.has(field.name) ? [at] : []))
  const names = places.map((at) => file.fields[at]!.name)
  await sql`
    update ${sql.table(definition.table)} t set ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`))}, updated_at = now()
    from unnest(${sql.join([sql`${writes.map(({ recordId }) => recordId)}::bigint[]`, ...valueArrays(file, places, writes)])}) as v(${sql.join(['id', ...names].map((name) => sql.ref(name)))})
    where t.id = v.id
  `.execute(em.getKysely())
}

async function writeHistory(
  em: EntityManager,
  definition: ImportDefinition,
  file: FileFields,
  writes: readonly Write[],
  ids: readonly number[],
  by: WrittenBy,
): Promise<void> {
  if (writes.length === 0) return
  const buids = writes.map(({ row }) => keyValues(file, row)[0])
  const deeds = writes.map(({ recordId }) => (recordId === null ? 'created' : 'changed'))
  const fields = writes.map(({ decision }) =>
    JSON.stringify(Object.fromEntries(decision.changes.map(({ field, before, after }) => [field, [before, after]]))),
  )
  await insertRecordChanges(
    by,
    sql`select ${definition.record}::text, v.* from unnest(${buids}::text[], ${ids}::bigint[], ${deeds}::text[], ${fields}::jsonb[]) as v`,
  ).execute(em.getKysely())
}
