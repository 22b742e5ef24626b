import { importTypes } from '@alumni/shared/exchange/imports'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { countRows } from '../../foundations/database/read-page.ts'
import { enqueueMany } from '../../foundations/jobs/queue.ts'
import { batchTables } from './import-batch.ts'

const jobs = { scanning: 'scan-import', running: 'apply-import' } as const

/** After the queue was lost, enqueues all unfinished imports again and returns their number. */
export async function requeueImports(db: Db): Promise<number> {
  let count = 0
  for (const type of importTypes)
    for (const status of ['scanning', 'running'] as const)
      count += await transact(db, async (db) => {
        const batches = await db
          .updateTable(batchTables[type])
          // Prevents status requests from failing the batch as stale.
          .set({ updated_at: sql`now()` })
          .where('type', '=', type)
          .where('status', '=', status)
          .returning('id')
          .execute()
        const refs = batches.map(({ id }) => ({ type, id }))
        if (refs.length > 0) await enqueueMany(db, jobs[status], refs)
        return batches.length
      })
  return count
}

export async function countStalledImports(db: Db): Promise<number> {
  let stalled = 0
  for (const table of new Set(Object.values(batchTables))) {
    const waiting = db.selectFrom(table).where('status', 'in', ['scanning', 'running'])
    stalled += await countRows(waiting.where('updated_at', '<', sql<string>`now() - interval '10 minutes'`))
  }
  return stalled
}
