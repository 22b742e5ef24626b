import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { HistoryEntry } from '@alumni/shared/alumni/record'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { StaffUser } from '../../staff/index.ts'

/** Field values are text; null means no value. */
export type RecordChange = Pick<HistoryEntry, 'record' | 'action'> & {
  buid: string
  record_id: number
  fields: Record<string, [before: string | null, after: string | null]>
}

type RecordChangeAuthor = StaffUser | { type: string; id: number }

/** Returns the ids of the history entries. Must be called in the transaction that makes the changes. */
export async function writeRecordChanges(
  db: Db,
  author: RecordChangeAuthor,
  changes: readonly RecordChange[],
): Promise<number[]> {
  if (changes.length === 0) return []
  const column = <Value>(valueOf: (change: RecordChange) => Value) => sql`${changes.map(valueOf)}`
  const insert = buildRecordChangesInsert(
    author,
    sql`select * from unnest(
      ${column(({ record }) => record)}::text[], ${column(({ buid }) => buid)}::text[], ${column(({ record_id }) => record_id)}::bigint[],
      ${column(({ action }) => action)}::text[], ${column(({ fields }) => JSON.stringify(fields))}::jsonb[]
    )`,
  )
  const rows = await selectRaw(db, z.object({ id: z.number() }))`${insert} returning id`
  return rows.map(({ id }) => id)
}

/** Builds the `insert` statement. `rows` selects record, buid, record_id, action and fields, in this order. */
export function buildRecordChangesInsert(author: RecordChangeAuthor, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const [staffUserId, importType, batchId] = 'type' in author ? [null, author.type, author.id] : [author.id, null, null]
  return sql`
    insert into record_changes (record, buid, record_id, action, fields, staff_user_id, import_type, import_batch_id)
    select r.*, ${staffUserId}::bigint, ${importType}::text, ${batchId}::bigint from (${rows}) r`
}
