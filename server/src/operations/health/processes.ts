import { compare } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import type { ProcessesPage } from '@alumni/shared/operations/settings'
import { transact, type Db } from '../../foundations/database/db.ts'
import { Outages } from '../../foundations/database/outages.ts'
import { utc } from '../../foundations/database/utc.ts'
import { measureClockAheadMs } from '../../foundations/jobs/clock.ts'
import type { QueueState } from '../../foundations/jobs/jobs.ts'
import type { Monitor } from '../../foundations/monitoring/monitor.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { describeJob } from './format.ts'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../../foundations/process/config.ts'
import { reportTimeout } from '../releases/older-processes.ts'
import { findUnfinishedUpgrade } from '../releases/unfinished-upgrade.ts'
import { currentRelease } from '../releases/read-releases.ts'

export async function readProcessesPage(db: Db): Promise<ProcessesPage> {
  const [page, unfinished] = await Promise.all([readProcesses(db), findUnfinishedUpgrade(db)])
  return { ...page, unfinished_upgrade: unfinished?.message ?? null }
}

/** Reads the processes and the queue without the state of the upgrade, which `readProcessesPage` adds. */
export async function readProcesses(db: Db): Promise<Omit<ProcessesPage, 'unfinished_upgrade'>> {
  const rows = await db
    .selectFrom('process_reports')
    .select(['program', 'host', 'pid', 'release', 'release_commit as commit'])
    .select(['memory_bytes', 'clock_ahead_ms', 'queue'])
    .select([utc('started_at').as('started_at'), utc('reported_at').as('reported_at')])
    .where('reported_at', '>', sql<string>`now() - ${sql.raw(reportTimeout)}`)
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

/** Enqueues a job that runs all failed jobs named `name` again. */
export async function runFailedJobsAgain(db: Db, user: StaffUser, name: string): Promise<void> {
  await transact(db, async (db) => {
    await enqueue(db, 'run-failed-again', { name })
    await audit(db, user, 'jobs.run-again', `jobs/${name}`)
  })
}

const reportIntervalMs = 30_000

type Reporter = {
  db: Db
  config: Config
  program: 'server' | 'worker'
  monitor: Monitor
  readQueue?: () => Promise<QueueState>
  log: { warn(about: object, message: string): void; info(message: string): void }
}

/** Reports every 30 seconds that this process runs, with its metrics. `stop` deletes the report. */
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
  const timer = setInterval(report, reportIntervalMs)
  void report()
  return {
    async stop() {
      clearInterval(timer)
      await writing
      await db.remove('process_reports', { id }).catch((error: unknown) => outages.reportFailure('report', error))
    },
  }

  async function write(): Promise<void> {
    const state = {
      queue: readQueue ? JSON.stringify(await readQueue()) : null,
      figures: JSON.stringify(await monitor.read()),
      memory_bytes: process.memoryUsage.rss(),
      clock_ahead_ms: await measureClockAheadMs(db),
    }
    const release = { release: (await currentRelease()).tag, release_commit: config.RELEASE_COMMIT ?? null }
    await db
      .insertInto('process_reports')
      .values({ id, program, host: hostname(), pid: process.pid, started_at, ...release, ...state })
      .onConflict((row) => row.column('id').doUpdateSet({ ...state, reported_at: sql`now()` }))
      .execute()
    await db.remove('process_reports', { reported_at: compare('<', sql<string>`now() - interval '1 day'`) })
  }
}
