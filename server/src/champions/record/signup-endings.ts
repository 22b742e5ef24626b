import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'

export type SignupEnding = 'deleted' | 'restored' | 'forgotten'

/** Records that signups were deleted, erased or restored, and queues a job that copies this to the backups. */
export async function recordEndings(db: Db, signups: readonly number[], ending: SignupEnding): Promise<void> {
  await db
    .insertInto('signup_endings')
    .columns(['signup', 'what'])
    .expression((signup) =>
      signup
        .selectFrom('champion_signups')
        .select(['public_id', sql.lit(ending).as('what')])
        .where('id', 'in', signups),
    )
    .execute()
  await enqueue(db, 'note-endings', {})
}
