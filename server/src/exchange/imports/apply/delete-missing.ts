import { sql } from 'kysely'
import { buildRecordChangesInsert } from '../../../alumni/index.ts'
import { transact, type Db } from '../../../foundations/database/db.ts'
import type { ImportDefinition } from '../definition.ts'
import { batchTables } from '../import-batch.ts'
import type { BatchRef } from '../moves.ts'
import { countRecordsToDelete, listRecordsToDelete } from '../snapshot.ts'
import { lockBatch, type ApplyContext } from './apply-chunk.ts'

/** Returns 'ended' if the job has lost the batch, 'paused' on abort. */
export async function deleteMissingRecords(
  { db, ref, fence }: ApplyContext,
  definition: ImportDefinition,
  stopSignal: AbortSignal,
): Promise<'done' | 'ended' | 'paused'> {
  const total = await countRecordsToDelete(db, ref.id)
  for (let [last, count] = [0, 0]; ;) {
    if (stopSignal.aborted) return 'paused'
    const chunk = await transact(db, async (db) => {
      if (!(await lockBatch(db, ref, fence))) return null
      const ids = await listRecordsToDelete(db, ref.id, last, definition.chunk)
      const deletes = await deleteRecords(db, ref, ids)
      await saveProgress(db, ref, { done: count + ids.length, total, deletes })
      return ids
    })
    if (chunk === null) return 'ended'
    if (chunk.length === 0) return 'done'
    last = chunk.at(-1)!
    count = Math.min(total, count + chunk.length)
  }
}

async function deleteRecords(db: Db, ref: BatchRef, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with deleted as (
      delete from employments
      where id = any(${ids}::bigint[])
      returning *
    ),
    images as (
      insert into import_before_images (type, batch_id, table_name, row_id, before)
      select ${ref.type}, ${ref.id}, 'employments', id, to_jsonb(deleted)
      from deleted
    )
    ${buildRecordChangesInsert(ref, deletionHistory)}
  `.execute(db)
  return Number(numAffectedRows)
}

const deletionHistory = sql`
  select 'employment', buid, id, 'deleted', (
    select jsonb_object_agg(key, jsonb_build_array(value, null))
    from jsonb_each_text(to_jsonb(deleted) - '{id,created_at,updated_at}'::text[])
    where value is not null
  )
  from deleted`

type Progress = { done: number; total: number; deletes: number }

async function saveProgress(db: Db, ref: BatchRef, { done, total, deletes }: Progress): Promise<void> {
  const results = sql<string>`jsonb_set(results, '{deletes}', to_jsonb((results ->> 'deletes')::int + ${deletes}))`
  const progress = { phase: 'deleting', done, total, attempts: 0, updated_at: sql<string>`clock_timestamp()` } as const
  await db.update(batchTables[ref.type], { id: ref.id }, { ...progress, results })
}
