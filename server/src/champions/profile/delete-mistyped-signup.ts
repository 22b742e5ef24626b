import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { deleteSignup, type WithdrawAnswers } from './delete-signup.ts'
import { lockSignup } from './edit-signup.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'delete-mistyped-signup': { draft: number }
  }
}

/**
 * Deletes the signup with the mistyped address that a person corrected before submitting this draft. Keeps it if anyone
 * has signed in to it, linked it or merged another into it. Sends no letter. Runs as a job, so that the response time
 * does not reveal an existing signup.
 */
export async function deleteMistypedSignup(
  db: Db,
  { draft }: { draft: number },
  withdrawAnswers: WithdrawAnswers,
): Promise<void> {
  await transact(db, async (db) => {
    const mistyped = () =>
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
    const found = await mistyped()
    if (!found) return
    await lockSignup(db, found.id)
    if (await mistyped()) await deleteSignup(db, found, { sendsLetter: false }, withdrawAnswers)
  })
}
