import { isFlag } from '@alumni/shared/alumni/values'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { fieldOf, type ImportDefinition } from '../definition.ts'
import type { BatchRef } from '../moves.ts'
import { batchTables } from '../import-batch.ts'

export type HistoryLine = {
  id: number
  record_id: number
  buid: string
  action: 'created' | 'changed' | 'deleted'
  fields: Record<string, [before: string | null, after: string | null]>
}

type LineSelection = { after: number; limit: number } | { ids: readonly number[] }

/** Lists history lines of an import in order: those after an id, or those with given ids. */
export async function listHistoryLines(
  db: Db,
  { type, id }: BatchRef,
  selection: LineSelection,
): Promise<HistoryLine[]> {
  return db
    .selectFrom('record_changes')
    .select(['id', 'record_id', 'buid', 'action', 'fields'])
    .where('import_type', '=', type)
    .where('import_batch_id', '=', id)
    .$if('after' in selection, (lines) => {
      const { after, limit } = selection as { after: number; limit: number }
      return lines.where('id', '>', after).limit(limit)
    })
    .$if('ids' in selection, (lines) => lines.where('id', 'in', (selection as { ids: readonly number[] }).ids))
    .orderBy('id')
    .execute()
}

/** The current values of a record as text by field, for the fields of the history lines. */
export type CurrentRecord = { name: string; values: Record<string, string | null> }

const currentRecord = z.object({ id: z.number(), name: z.string(), values: z.array(z.string().nullable()) })

/** Returns the current records of these lines by id, with all fields if any record is new. */
export async function readCurrentRecords(
  db: Db,
  definition: ImportDefinition,
  lines: readonly HistoryLine[],
): Promise<Map<number, CurrentRecord>> {
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
    currentRecord,
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

/** Returns the value of a blank field, which is false for a flag. */
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

/** Returns the author and date to append to “was changed since”, or '' if they are unknown. */
export type LaterChangeDescriber = (line: HistoryLine, field: string) => string

/** Reads the latest changes of the records of these lines that are newer than the lines. */
export async function findLaterChanges(
  db: Db,
  { type }: BatchRef,
  lines: readonly HistoryLine[],
): Promise<LaterChangeDescriber> {
  if (lines.length === 0) return () => ''
  const rows = await selectRaw(
    db,
    laterChange,
    sql`
    select distinct on (l.id, f.field) l.id as line_id, f.field, coalesce(s.name, i.name) as by,
      r.import_batch_id as batch_id, to_char(r.at at time zone 'UTC', 'FMMonth FMDD, YYYY') as day
    from unnest(${lines.map(({ id }) => id)}::bigint[]) as l(id)
    join record_changes line on line.id = l.id
    join record_changes r
      on r.buid = line.buid and r.id > line.id and r.record = line.record and r.record_id = line.record_id
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
    const author = later.by ? ` by ${later.by}` : ''
    return `${later.batch_id ? ` by import ${later.batch_id}${author && ` of ${later.by}`}` : author} on ${later.day}`
  }
}
