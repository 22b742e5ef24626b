import { sql } from 'kysely'
import { signupMoves, statusOf, type SignupMove } from '@alumni/shared/champions/record'
import type { Db } from '../../foundations/database/db.ts'
import type { Signup } from './find-signup.ts'

/**
 * Moves a signup to another status. Returns false if the status does not allow the move. Logs completions in the same
 * statement, so that the response time does not reveal them. No other code writes `status`.
 */
export async function moveSignup(db: Db, id: number, move: SignupMove, ipHash: string | null = null): Promise<boolean> {
  const { from, to } = signupMoves[move]
  const isCompletion = move === 'complete'
  const moved = await db
    .with('moved', (db) =>
      db
        .updateTable('champion_signups')
        .set({ status: to, updated_at: sql`now()`, ...(isCompletion ? { completed_at: sql`now()` } : {}) })
        .where('id', '=', id)
        .where('status', '=', from)
        .where('deleted_at', 'is', null)
        .returning('id'),
    )
    .with('logged_completion', (db) =>
      db
        .insertInto('activity_events')
        .columns(['type', 'signup_id', 'ip_hash'])
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select([
              sql.lit('signup_completed').as('type'),
              'moved.id as signup_id',
              sql<string | null>`${ipHash}`.as('ip_hash'),
            ])
            .where(sql<boolean>`${isCompletion}`),
        ),
    )
    .selectFrom('moved')
    .select('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Moves a signup to the status that follows from its data. Must run in the transaction that changed the data. */
export async function updateStatus(db: Db, signup: Signup, ipHash?: string): Promise<void> {
  const target = statusOf(signup)
  if (signup.status === 'started' && target !== 'started') await moveSignup(db, signup.id, 'complete', ipHash)
  if (signup.status !== 'linked' && target === 'linked') await moveSignup(db, signup.id, 'link')
  if (signup.status === 'linked' && !signup.buid) await moveSignup(db, signup.id, 'unlink')
}
