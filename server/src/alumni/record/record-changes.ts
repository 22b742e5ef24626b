import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { HistoryEntry } from '@alumni/shared/alumni/record'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import type { StaffUser } from '../../staff/index.ts'

/** A change of one record: each field's value before and after, as text. */
export type RecordChange = Pick<HistoryEntry, 'record' | 'action'> & {
  buid: string
  record_id: number
  fields: Record<string, [before: string | null, after: string | null]>
}

/** The author of changes: a staff member, or an import batch of a type. */
export type ChangedBy = StaffUser | { type: string; id: number }

/**
 * Writes the history of some records, and answers the ids of what was written; call it in the transaction that changes
 * them.
 */
export async function writeRecordChanges(db: Db, by: ChangedBy, changes: readonly RecordChange[]): Promise<number[]> {
  if (changes.length === 0) return []
  const column = <Value>(of: (change: RecordChange) => Value) => sql`${changes.map(of)}`
  const insert = insertRecordChanges(
    by,
    sql`select * from unnest(
      ${column(({ record }) => record)}::text[], ${column(({ buid }) => buid)}::text[], ${column(({ record_id }) => record_id)}::bigint[],
      ${column(({ action }) => action)}::text[], ${column(({ fields }) => JSON.stringify(fields))}::jsonb[]
    )`,
  )
  const rows = await selectRaw(db, z.object({ id: z.number() }), sql`${insert} returning id`)
  return rows.map(({ id }) => id)
}

/**
 * The one statement that writes `record_changes`. `rows` selects record, buid, record_id, action and fields, in this
 * order.
 */
export function insertRecordChanges(by: ChangedBy, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const [staffUserId, importType, batchId] = 'type' in by ? [null, by.type, by.id] : [by.id, null, null]
  return sql`
    insert into record_changes (record, buid, record_id, action, fields, staff_user_id, import_type, import_batch_id)
    select r.*, ${staffUserId}::bigint, ${importType}::text, ${batchId}::bigint from (${rows}) r`
}
