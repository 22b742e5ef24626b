import { isFlag } from '@alumni/shared/alumni/values'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { fieldOf, type ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { batchTables } from '../import-batch.ts'

/** The import's change of one record, from its history. */
export type HistoryLine = {
  id: number
  record_id: number
  buid: string
  action: 'created' | 'changed' | 'deleted'
  fields: Record<string, [before: string | null, after: string | null]>
}

type Which = { after: number; limit: number } | { ids: readonly number[] }

/** Lines of an import's history in their order: the next after an id, or those with these ids. */
export async function historyLines(db: Db, { type, id }: BatchRef, which: Which): Promise<HistoryLine[]> {
  return db
    .selectFrom('record_changes')
    .select(['id', 'record_id', 'buid', 'action', 'fields'])
    .where('import_type', '=', type)
    .where('import_batch_id', '=', id)
    .$if('after' in which, (lines) => {
      const { after, limit } = which as { after: number; limit: number }
      return lines.where('id', '>', after).limit(limit)
    })
    .$if('ids' in which, (lines) => lines.where('id', 'in', (which as { ids: readonly number[] }).ids))
    .orderBy('id')
    .execute()
}

/** A record as it is now: the values that the lines name, as text, by field. */
export type Present = { name: string; values: Record<string, string | null> }

const presentRecord = z.object({ id: z.number(), name: z.string(), values: z.array(z.string().nullable()) })

/**
 * The records of these lines as they are now, by id; a new one with all its fields, for all of them must still be the
 * import's.
 */
export async function presentRecords(
  db: Db,
  definition: ImportDefinition,
  lines: readonly HistoryLine[],
): Promise<Map<number, Present>> {
  const hasNew = lines.some(({ action }) => action === 'created')
  const touched = new Set(
    hasNew ? definition.fields.map(({ name }) => name) : lines.flatMap(({ fields }) => Object.keys(fields)),
  )
  const names = [...new Set([...definition.key, ...touched])].filter((name) =>
    definition.fields.some((field) => field.name === name),
  )
  const values = sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)}::text`))
  const person = sql`concat_ws(' ', a.first_name, a.last_name)`
  const rows = await selectRaw(
    db,
    presentRecord,
    sql`
    select t.id, ${person} as name, array[${values}] as values
    from ${sql.table(definition.table)} t join alumni a on a.buid = t.buid
    where t.id = any(${lines.map(({ record_id }) => record_id)}::bigint[])`,
  )
  return new Map(
    rows.map(({ id, name, values }) => [
      id,
      { name, values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) },
    ]),
  )
}

/** Returns the blank value: a flag never set is false. */
export function blankOf(definition: ImportDefinition, field: string): string | null {
  return isFlag(fieldOf(definition, field).kind) ? 'false' : null
}

const laterChange = z.object({
  line_id: z.number(),
  field: z.string(),
  by: z.string().nullable(),
  batch_id: z.number().nullable(),
  day: z.string(),
})

/** Returns words after “was changed since”: who changed a field after the import, and when; '' where not recorded. */
export type ChangedSince = (line: HistoryLine, field: string) => string

/** Reads who has changed the records of these lines of the history after them. */
export async function laterChanges(db: Db, { type }: BatchRef, lines: readonly HistoryLine[]): Promise<ChangedSince> {
  if (lines.length === 0) return () => ''
  const rows = await selectRaw(
    db,
    laterChange,
    sql`
    select distinct on (l.id, f.field) l.id as line_id, f.field, coalesce(s.name, i.name) as by, r.import_batch_id as batch_id,
      to_char(r.at at time zone 'UTC', 'FMMonth FMDD, YYYY') as day
    from unnest(${lines.map(({ id }) => id)}::bigint[]) as l(id)
    join record_changes line on line.id = l.id
    join record_changes r on r.buid = line.buid and r.id > line.id and r.record = line.record and r.record_id = line.record_id
    cross join lateral jsonb_object_keys(r.fields) as f(field)
    left join staff_users s on s.id = r.staff_user_id
    left join ${sql.table(batchTables[type])} b on b.id = r.import_batch_id
    left join staff_users i on i.id = b.imported_by_id
    order by l.id, f.field, r.id desc`,
  )
  const byField = new Map(rows.map((row) => [`${row.line_id} ${row.field}`, row]))
  return ({ id }, field) => {
    const later = byField.get(`${id} ${field}`)
    if (!later) return ''
    const by = later.by ? ` by ${later.by}` : ''
    return `${later.batch_id ? ` by import ${later.batch_id}${by && ` of ${later.by}`}` : by} on ${later.day}`
  }
}
