import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { enqueue } from '../../foundations/jobs/queue.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'note-endings': Record<string, never>
  }
}

export type SignupEnding = 'deleted' | 'restored' | 'forgotten'

/**
 * Writes down what became of signups, in the transaction of that, and has it brought to where backups are: a restore of
 * one from before does it again.
 */
export async function writeEndings(db: Db, signups: readonly number[], ending: SignupEnding): Promise<void> {
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
