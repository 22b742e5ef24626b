import { importTypes } from '@alumni/shared/exchange/imports'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { enqueueMany } from '../../foundations/jobs/queue.ts'
import { batchTables } from './import-batch.ts'

const jobs = { scanning: 'scan-import', running: 'apply-import' } as const

/** Asks anew for the jobs of all batches that wait for one: their queue was lost. Answers how many. */
export async function requeueImports(db: Db): Promise<number> {
  let asked = 0
  for (const type of importTypes)
    for (const status of ['scanning', 'running'] as const)
      asked += await transact(db, async (db) => {
        const batches = await db
          .updateTable(batchTables[type])
          // Whoever looks at it now would take it for one that has hung.
          .set({ updated_at: sql`now()` })
          .where('type', '=', type)
          .where('status', '=', status)
          .returning('id')
          .execute()
        if (batches.length > 0)
          await enqueueMany(
            db,
            jobs[status],
            batches.map(({ id }) => ({ type, id })),
          )
        return batches.length
      })
  return asked
}

/** The batches that wait for a job and have not moved for ten minutes. */
export async function countStalledImports(db: Db): Promise<number> {
  let stalled = 0
  for (const table of new Set(Object.values(batchTables))) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', 'in', ['scanning', 'running'])
      .where('updated_at', '<', sql<string>`now() - interval '10 minutes'`)
      .executeTakeFirstOrThrow()
    stalled += count
  }
  return stalled
}
