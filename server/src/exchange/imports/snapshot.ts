import { transact, type Db } from '../../foundations/database/db.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { insertRecordChanges } from '../../alumni/index.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { lockBatch, type Application } from './apply-chunk.ts'
import type { ImportDefinition } from './definition.ts'
import { batchTables } from './import-batch.ts'
import { countRows } from '../../foundations/database/read-page.ts'

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

/**
 * Employment files are snapshots: the records that a file contains are kept, all others go at the end of the import.
 */
export async function saveRecords(db: Db, batchId: number, recordIds: readonly number[]): Promise<void> {
  if (recordIds.length === 0) return
  await sql`
    insert into employment_import_kept (batch_id, employment_id) select ${batchId}, unnest(${recordIds}::bigint[]) on conflict do nothing
  `.execute(db)
}

/** Counts current records that the file does not contain. */
export async function recordsToDelete(db: Db, batchId: number): Promise<number> {
  const { count } = await db
    .selectFrom('employments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('employment_import_kept')
            .select('employment_id')
            .where('batch_id', '=', batchId)
            .whereRef('employment_id', '=', 'employments.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

export async function recordsOnFile(db: Db): Promise<number> {
  return countRows(db.selectFrom('employments').selectAll())
}

/** Forgets which records the files of these batches contain. */
export async function forgetRecords(db: Db, batchIds: readonly number[]): Promise<void> {
  await db.deleteFrom('employment_import_kept').where('batch_id', 'in', batchIds).execute()
}
