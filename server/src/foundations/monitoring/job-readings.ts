import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { utc } from '../database/utc.ts'
import type { Readings } from './metrics.ts'
import type { QueueState } from '../jobs/jobs.ts'

export async function readJobMetrics(
  db: Db,
  readState: () => Promise<QueueState>,
  kinds: readonly string[],
): Promise<Readings> {
  const outbox = await db
    .selectFrom('job_outbox')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), utc(fn.min('created_at')).as('oldest_at')])
    .select(sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('now'))
    .executeTakeFirstOrThrow()
  const { waiting, running, oldest_at, failed } = await readState()
  const oldest = [oldest_at, outbox.oldest_at].flatMap((time) => time ?? []).map((time) => Date.parse(time))
  return {
    alumni_jobs: { waiting: waiting + outbox.waiting, running },
    alumni_jobs_oldest_seconds: Math.max(0, ...oldest.map((time) => (Date.parse(outbox.now) - time) / 1000)),
    alumni_jobs_failed: {
      ...Object.fromEntries(kinds.map((name) => [name, 0])),
      ...Object.fromEntries(failed.map(({ name, count }) => [name, count])),
    },
  }
}
