import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { JobName, Jobs } from './jobs.ts'

/** The channel on which workers hear of new jobs. */
export const outboxChannel = 'alumni_outbox'

/**
 * Asks for work in the transaction of `db`: the job exists exactly when the change does. Workers hear of it at the
 * commit.
 */
export async function enqueue<Name extends JobName>(db: Db, name: Name, data: Jobs[Name]): Promise<void> {
  await enqueueMany(db, name, [data])
}

/** The same for many at once, in one statement. */
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
    .returning(sql`pg_notify(${outboxChannel}, name)`.as('told'))
    .execute()
}
