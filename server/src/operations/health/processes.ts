import { sql } from 'kysely'
import type { ProcessesPage } from '@alumni/shared/operations/settings'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import type { QueueState } from '../../foundations/jobs/queue-state.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { describeJob } from './words.ts'

/** A process that has not reported for so long is gone, or hangs. */
const silentAfter = "interval '2 minutes'"

/** What runs, and what waits for a worker. */
export async function showProcesses(db: Db): Promise<ProcessesPage> {
  const rows = await db
    .selectFrom('process_reports')
    .select(['program', 'host', 'pid', 'release', 'release_commit as commit', 'memory_bytes', 'queue'])
    .select([utc('started_at').as('started_at'), utc('reported_at').as('reported_at')])
    .where('reported_at', '>', sql<string>`now() - ${sql.raw(silentAfter)}`)
    .orderBy('program')
    .orderBy('process_reports.reported_at', 'desc')
    .execute()
  const handedOver = await db
    .selectFrom('job_outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const newest = rows.find(({ queue }) => queue !== null)?.queue as QueueState | undefined
  return {
    processes: rows.map(({ queue: _, ...row }) => row),
    handed_over: handedOver.count,
    queue: newest
      ? { ...newest, failed: newest.failed.map((failed) => ({ ...failed, about: describeJob(failed.name) })) }
      : null,
  }
}

/** Lets a worker run again what has failed for good of a kind of job. */
export async function runAgain(db: Db, who: StaffUser, name: string): Promise<void> {
  await transact(db, async (db) => {
    await enqueue(db, 'run-failed-again', { name })
    await audit(db, who, 'jobs.run-again', `jobs/${name}`)
  })
}
