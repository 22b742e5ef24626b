import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { JobName, Jobs } from './jobs.ts'

export const outboxChannel = 'alumni_outbox'

/** Enqueues a job in the transaction `db`. Workers are notified when the transaction commits. */
export async function enqueue<Name extends JobName>(db: Db, name: Name, data: Jobs[Name]): Promise<void> {
  await enqueueMany(db, name, [data])
}

export async function enqueueMany<Name extends JobName>(
  db: Db,
  name: Name,
  jobs: readonly Jobs[Name][],
): Promise<void> {
  const data = JSON.stringify(jobs)
  await db
    .insertInto('job_outbox')
    .columns(['name', 'data'])
    .expression(sql`select ${name}::text, data from jsonb_array_elements(${data}::jsonb) data`)
    .returning(sql`pg_notify(${outboxChannel}, name)`.as('notified'))
    .execute()
}
