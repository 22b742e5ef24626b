import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import { batchTables } from '../import-batch.ts'
import type { BatchRef } from '../moves.ts'
import type { HistoryLine } from './history-lines.ts'

const laterChange = z.object({
  line_id: z.number(),
  field: z.string(),
  by: z.string().nullable(),
  batch_id: z.number().nullable(),
  day: z.string(),
})

/** Who changed a field after the import, and when, in words that follow “was changed since”; '' where nobody has noted it. */
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
