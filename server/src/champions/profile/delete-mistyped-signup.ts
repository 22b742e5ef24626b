import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { deleteSignup, type WithdrawAnswers } from './delete-signup.ts'
import { lockUndeletedSignup } from './edit-signup.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'delete-mistyped-signup': { draft: number }
  }
}

/**
 * Deletes the signup that a corrected draft replaces, unless it was used, linked or merged. Runs as a job, so that the
 * response time reveals nothing.
 */
export async function deleteMistypedSignup(
  db: Db,
  { draft }: { draft: number },
  withdrawAnswers: WithdrawAnswers,
): Promise<void> {
  await transact(db, async (db) => {
    const findMistyped = () =>
      db
        .selectFrom('signup_drafts as draft')
        .innerJoin('champion_signups as signup', (join) =>
          join.on('signup.public_id', '=', sql<string>`(draft.answers->>'replaced_id')::uuid`),
        )
        .select('signup.id')
        .where('draft.id', '=', draft)
        .whereRef('draft.signup_id', '!=', 'signup.id')
        .where('signup.deleted_at', 'is', null)
        .where('signup.buid', 'is', null)
        .where('signup.google_uid', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('activity_events')
                .select('activity_events.id')
                .whereRef('signup_id', '=', 'signup.id')
                .where('type', '=', 'signin_completed'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('champion_signups as merged')
                .select('merged.id')
                .whereRef('merged.merged_into_id', '=', 'signup.id'),
            ),
          ),
        )
        .executeTakeFirst()
    const signup = await findMistyped()
    if (!signup) return
    await lockUndeletedSignup(db, signup.id)
    if (await findMistyped()) await deleteSignup(db, signup, { sendsLetter: false }, withdrawAnswers)
  })
}
