import { sql } from 'kysely'
import { z } from 'zod'
import { insertRecordChanges } from '../../../alumni/index.ts'
import { transact } from '../../../foundations/database/db.ts'
import { selectRaw } from '../../../foundations/database/select-raw.ts'
import type { ImportDefinition } from '../definition.ts'
import { batchTables } from '../import-batch.ts'
import { recordsToDelete } from '../snapshot.ts'
import { lockBatch, type Application } from './apply-chunk.ts'

/** Each field of a deleted record, and nothing after it. */
const history = sql`
  select 'employment', buid, id, 'deleted',
    (select jsonb_object_agg(key, jsonb_build_array(value, null)) from jsonb_each_text(to_jsonb(gone) - '{id,created_at,updated_at}'::text[]) where value is not null)
  from gone
`

/**
 * Deletes, chunk by chunk, the employment records that a snapshot does not contain; keeps their history, and them for
 * an undo.
 */
export async function deleteRest(
  { db, ref, fence }: Application,
  definition: ImportDefinition,
  isStopping: AbortSignal,
): Promise<'done' | 'ended' | 'paused'> {
  const total = await recordsToDelete(db, ref.id)
  let last = 0
  for (let done = 0; ;) {
    if (isStopping.aborted) return 'paused'
    const deleted = await transact(db, async (db) => {
      if (!(await lockBatch(db, ref, fence))) return null
      const rows = await selectRaw(
        db,
        z.object({ record_id: z.number() }),
        sql`
        with rest as (
          select e.id from employments e
          where e.id > ${last} and not exists (select from employment_import_kept k where k.batch_id = ${ref.id} and k.employment_id = e.id)
          order by e.id limit ${definition.chunk}
        ), gone as (delete from employments e using rest where e.id = rest.id returning e.*),
        kept as (insert into import_before_images (type, batch_id, table_name, row_id, before) select ${ref.type}, ${ref.id}, 'employments', id, to_jsonb(gone) from gone)
        ${insertRecordChanges(ref, history)} returning record_id
      `,
      )
      await db
        .updateTable(batchTables[ref.type])
        .set({ phase: 'deleting', done: done + rows.length, total, attempts: 0, updated_at: sql`clock_timestamp()` })
        .set({
          results: sql`jsonb_set(results, '{deletes}', to_jsonb((results ->> 'deletes')::int + ${rows.length}))`,
        })
        .where('id', '=', ref.id)
        .execute()
      return rows.reduce((highest, { record_id }) => Math.max(highest, record_id), 0) || 'none'
    })
    if (deleted === null) return 'ended'
    if (deleted === 'none') return 'done'
    last = deleted
    done = Math.min(total, done + definition.chunk)
  }
}
