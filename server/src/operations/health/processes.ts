import { compare } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import type { ProcessesPage } from '@alumni/shared/operations/settings'
import { transact, type Db } from '../../foundations/database/db.ts'
import { Outages } from '../../foundations/database/outages.ts'
import { utc } from '../../foundations/database/utc.ts'
import { clockAheadMs } from '../../foundations/jobs/clock.ts'
import type { QueueState } from '../../foundations/jobs/jobs.ts'
import type { Monitor } from '../../foundations/monitoring/monitor.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { describeJob } from './words.ts'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../../foundations/process/config.ts'
import { unfinishedUpgrade } from '../releases/unfinished-upgrade.ts'
import { currentRelease } from '../releases/read-releases.ts'

/** A process that has not reported for so long is gone, or hangs. */
const silentAfter = "interval '2 minutes'"

/** Reads `/settings/processes`: what runs, what waits, and what an upgrade has left. */
export async function showProcessesPage(db: Db): Promise<ProcessesPage> {
  const [page, unfinished] = await Promise.all([showProcesses(db), unfinishedUpgrade(db)])
  return { ...page, unfinished_upgrade: unfinished?.message ?? null }
}

/** Reads what runs, and what waits for a worker. */
export async function showProcesses(db: Db): Promise<ProcessesPage> {
  const rows = await db
    .selectFrom('process_reports')
    .select([
      'program',
      'host',
      'pid',
      'release',
      'release_commit as commit',
      'memory_bytes',
      'clock_ahead_ms',
      'queue',
    ])
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

const everyMs = 30_000

type Reporter = {
  db: Db
  config: Config
  program: 'server' | 'worker'
  monitor: Monitor
  readQueue?: () => Promise<QueueState>
  log: { warn(about: object, sentence: string): void; info(sentence: string): void }
}

/** Keeps a row that says this process lives, twice a minute; `stop` takes it away. */
export function reportProcess({ db, config, program, monitor, readQueue, log }: Reporter): {
  stop(): Promise<void>
} {
  const id = randomUUID()
  const started_at = new Date(performance.timeOrigin).toISOString()
  let writing = Promise.resolve()
  const outages = new Outages<'report'>({
    onFailure: (_, err) => log.warn({ err }, `the ${program} could not report that it runs`),
    onRecovery: () => log.info(`the ${program} reports again that it runs`),
  })
  const report = () =>
    (writing = writing
      .then(write)
      .then(() => outages.reportSuccess('report'))
      .catch((error: unknown) => outages.reportFailure('report', error)))
  const timer = setInterval(report, everyMs)
  void report()
  return {
    async stop() {
      clearInterval(timer)
      await writing
      await db.remove('process_reports', { id }).catch((error: unknown) => outages.reportFailure('report', error))
    },
  }

  async function write(): Promise<void> {
    const queue = readQueue ? JSON.stringify(await readQueue()) : null
    const figures = JSON.stringify(await monitor.read())
    const memory_bytes = process.memoryUsage.rss()
    const clock_ahead_ms = await clockAheadMs(db)
    const { tag } = await currentRelease()
    await db
      .insertInto('process_reports')
      .values({
        id,
        program,
        host: hostname(),
        pid: process.pid,
        release: tag,
        release_commit: config.RELEASE_COMMIT ?? null,
        started_at,
        memory_bytes,
        clock_ahead_ms,
        queue,
        figures,
      })
      // No other process writes this row: its id is this one's.
      .onConflict((row) =>
        row.column('id').doUpdateSet({ memory_bytes, clock_ahead_ms, queue, figures, reported_at: sql`now()` }),
      )
      .execute()
    // Processes that were killed could not remove theirs.
    await db.remove('process_reports', { reported_at: compare('<', sql<string>`now() - interval '1 day'`) })
  }
}
