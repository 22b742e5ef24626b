import { sql } from 'kysely'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { saveOptOuts } from '../record/letter-opt-outs.ts'
import { recordEndings } from '../record/signup-endings.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { cancelSigninRequests } from '../sign-in/signin-requests.ts'
import { unlinkGoogle } from '../sign-in/google-identities.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { cancelChanges } from './change-email.ts'
import { revokeDevices } from '../sign-in/devices.ts'
import { lockUndeletedSignup } from './edit-signup.ts'

/** Ends a signup's memberships and answers before its deletion. Implemented in `publications`. */
export type WithdrawAnswers = (db: Db, signup: number) => Promise<void>

/** `ipHash` is the champion’s, `staff` is the id of a staff user, and automatic deletions have neither. */
type DeletionAuthor =
  | { ipHash?: undefined; staff?: undefined; sendsLetter: false }
  | { ipHash: string; staff?: undefined; sendsLetter?: undefined }
  | { ipHash?: undefined; staff: number; sendsLetter: boolean }

/** Marks a signup as deleted, signs the champion out and frees their places. A job erases the data 30 days later. */
export async function deleteSignup(
  db: Db,
  { id }: Pick<Signup, 'id'>,
  { ipHash, staff, sendsLetter = true }: DeletionAuthor,
  withdrawAnswers: WithdrawAnswers,
): Promise<void> {
  await transact(db, async (db) => {
    const signup = await lockUndeletedSignup(db, id)
    const ids = await signupIdsOf(db, id)
    await withdrawAnswers(db, id)
    await revokeDevices(db, ids, { reason: 'deleted', ipHash, staff })
    await closeAllSessions(db, ids)
    for (const signupId of ids) await cancelChanges(db, signupId)
    await cancelSigninRequests(db, ids)
    await unlinkGoogle(db, id, { ipHash, staff })
    await saveOptOuts(db, signup)
    await db.update('champion_signups', { id }, { deleted_at: sql`now()`, updated_at: sql`now()` })
    await recordEndings(db, ids, 'deleted')
    await writeActivityEvent(db, {
      type: 'signup_deleted',
      signup: id,
      ipHash,
      payload: staff === undefined ? { by: 'champion' } : { by: 'staff', staff },
    })
    if (sendsLetter) await enqueueLetter(db, 'signup-deleted', { signup: id })
  })
}
