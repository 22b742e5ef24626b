import { isNotNull } from '../database/rows.ts'
import { PostgresBackend, PostgresNotificationChannel } from '@agendajs/postgres-backend'
import { subDays } from 'date-fns/subDays'
import { sql, type ExpressionBuilder } from 'kysely'
import pg from 'pg'
import { followPrimary, primaryOptions } from '../database/primary.ts'
import { queueConnections } from '../database/connections.ts'
import { appSession } from '../database/session.ts'
import type { DatabaseUrls } from '../database/database.ts'
import type { Db } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'
import { utc } from '../database/utc.ts'
import { removeValues } from '../process/log.ts'
import { failedJobDays, type QueueStore } from './jobs.ts'

export function openPostgresQueue(db: Db, { app }: Pick<DatabaseUrls, 'app'>): QueueStore {
  const pool = new pg.Pool({
    connectionString: app,
    options: appSession,
    max: queueConnections,
    application_name: 'alumni jobs',
    ...primaryOptions,
    query_timeout: 30_000,
  })
  followPrimary(pool)
  return {
    backend: new PostgresBackend({ pool, disableNotifications: true, ensureSchema: false }),
    notificationChannel: new ReconnectingChannel({ pool, channelName: 'alumni_jobs', reconnect: reconnectOptions }),
    async add(db, jobs) {
      const rows = jobs.map(({ name, data }) => ({ name, data: JSON.stringify(data), next_run_at: sql<string>`now()` }))
      await db.insert('agenda_jobs', rows)
    },
    async readState() {
      const jobs = db.selectFrom('agenda_jobs')
      const { waiting, oldest_at } = await jobs
        .select((job) => [job.fn.countAll<number>().as('waiting'), utc(job.fn.min('next_run_at')).as('oldest_at')])
        .where(isWaiting)
        .executeTakeFirstOrThrow()
      const { running } = await jobs
        .select((job) => job.fn.countAll<number>().as('running'))
        .where('locked_at', 'is not', null)
        .executeTakeFirstOrThrow()
      const failed = await jobs
        .select((job) => [
          'name',
          job.fn.countAll<number>().as('count'),
          utc(job.fn.max('failed_at')).as('last_failed_at'),
          sql<string | null>`(array_agg(fail_reason order by failed_at desc))[1]`.as('reason'),
        ])
        .where(hasFailedPermanently)
        .groupBy('name')
        .execute()
      return {
        waiting,
        running,
        oldest_at,
        // Removes data from error messages that earlier releases stored in full.
        failed: failed.map(({ reason, ...kind }) => ({ ...kind, last_error: reason && removeValues(reason) })),
      }
    },
    async runFailedAgain(name) {
      await db
        .updateTable('agenda_jobs')
        .set({ next_run_at: sql`now()`, failed_at: null, fail_count: null, fail_reason: null })
        .where('name', '=', name)
        .where(hasFailedPermanently)
        .execute()
    },
    async renewLock(id) {
      await db.update('agenda_jobs', { id, locked_at: isNotNull }, { locked_at: sql`now()` })
    },
    async pruneFailed() {
      await db
        .deleteFrom('agenda_jobs')
        .where(hasFailedPermanently)
        .where('failed_at', '<', subDays(new Date(), failedJobDays).toISOString())
        .execute()
    },
    close: () => pool.end(),
  }
}

const reconnectOptions = { enabled: true, maxAttempts: Infinity, initialDelayMs: 1000, maxDelayMs: 10_000 }

/** Preserves the number of attempts. Agenda resets this number and would reconnect ten times a second. */
class ReconnectingChannel extends PostgresNotificationChannel {
  protected override clearReconnect(): void {
    const { reconnectAttempts } = this
    super.clearReconnect()
    if (this.state === 'reconnecting') this.reconnectAttempts = reconnectAttempts
  }

  override async connect(): Promise<void> {
    await super.connect()
    this.reconnectAttempts = 0
  }
}

type Jobs = ExpressionBuilder<Tables, 'agenda_jobs'>

function hasFailedPermanently(job: Jobs) {
  return job.and([job('locked_at', 'is', null), job('failed_at', 'is not', null), job('next_run_at', 'is', null)])
}

function isWaiting(job: Jobs) {
  return job.and([
    job('locked_at', 'is', null),
    job('repeat_interval', 'is', null),
    job('next_run_at', '<=', sql<string>`now()`),
  ])
}
