import { sql } from 'kysely'
import { signupIdsOf, type Signup } from '../record/find-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { saveOptOuts } from '../record/letter-opt-outs.ts'
import { writeEndings } from '../record/signup-endings.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { cancelSigninRequests } from '../sign-in/signin-requests.ts'
import { unlinkGoogle } from '../sign-in/google-identities.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { cancelChanges } from './change-email.ts'
import { forgetDevices } from '../sign-in/devices.ts'
import { lockSignup } from './edit-signup.ts'

/** Ends the memberships and answers of a signup before it is deleted; defined by the publications. */
export type WithdrawAnswers = (db: Db, signup: number) => Promise<void>

/** The champion (with a hashed IP address) or a staff member; neither if a restore repeats the deletion. */
type DeletedBy =
  | { ipHash?: undefined; staff?: undefined; sendsLetter: false }
  | { ipHash: string; staff?: undefined; sendsLetter?: undefined }
  | { ipHash?: undefined; staff: number; sendsLetter: boolean }

/** Deletes a signup, signs the champion out and frees their places. The data is erased 30 days later. */
export async function deleteSignup(
  db: Db,
  { id }: Pick<Signup, 'id'>,
  deletedBy: DeletedBy,
  withdrawAnswers: WithdrawAnswers,
): Promise<void> {
  const { ipHash, staff, sendsLetter = true } = deletedBy
  await transact(db, async (db) => {
    const signup = await lockSignup(db, id)
    const ids = await signupIdsOf(db, id)
    await withdrawAnswers(db, id)
    await forgetDevices(db, ids, { reason: 'deleted', ipHash, staff })
    await closeAllSessions(db, ids)
    for (const signup of ids) await cancelChanges(db, signup)
    await cancelSigninRequests(db, ids)
    await unlinkGoogle(db, id, { ipHash, staff })
    await saveOptOuts(db, signup)
    await db.update('champion_signups', { id }, { deleted_at: sql`now()`, updated_at: sql`now()` })
    await writeEndings(db, ids, 'deleted')
    await writeActivityEvent(db, {
      type: 'signup_deleted',
      signup: id,
      ipHash,
      payload: staff === undefined ? { by: 'champion' } : { by: 'staff', staff },
    })
    if (sendsLetter) await enqueueLetter(db, 'signup-deleted', { signup: id })
  })
}
