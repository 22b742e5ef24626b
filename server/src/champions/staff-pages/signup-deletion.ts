import { sql } from 'kysely'
import { restorableDays } from '@alumni/shared/champions/staff-page'
import { survivorWithEmail, signupIdsOf, type Signup } from '../record/find-signup.ts'
import { lockAlumnus } from '../record/lock-alumnus.ts'
import { recordEndings } from '../record/signup-endings.ts'
import { updateStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { recordAttendances } from '../record/record-attendances.ts'
import { queueNoEmailChanges } from '../record/letter-opt-outs.ts'
import { isUniqueViolation } from '../../foundations/database/connection-loss.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { deleteSignup, type WithdrawAnswers } from '../profile/delete-signup.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockActive, lockSignup, signupName, signupUrl, nameOfActor } from './signup-lock.ts'
import { contactRefusalOf } from './contact-refusal.ts'

/** Deletes a signup and notifies the champion, unless deceased. Throws 409 if the signup was deleted or merged. */
export async function deleteSignupByStaff(
  db: Db,
  id: number,
  user: StaffUser,
  withdrawAnswers: WithdrawAnswers,
): Promise<void> {
  await transact(db, async (db) => {
    const { buid } = await lockActive(db, id)
    const sendsLetter = (await contactRefusalOf(db, buid)) !== 'deceased'
    await deleteSignup(db, { id }, { staff: user.id, sendsLetter }, withdrawAnswers)
    await audit(db, user, 'champion-signup.deleted', `champion-signups/${id}`, { buid })
  })
}

/**
 * Restores a deleted signup, but no places, offers, communities, devices or Google account. Unlinks the signup if the
 * alumnus has another one. Throws 409 if the signup is not deleted, was deleted too long ago, or if its address is
 * taken.
 */
export async function restoreSignup(db: Db, id: number, user: StaffUser): Promise<void> {
  try {
    await transact(db, (db) => restore(db, id, user))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    await refuseTaken(db, await lockSignup(db, id))
    throw error
  }
}

async function restore(db: Db, id: number, user: StaffUser): Promise<void> {
  const signup = await lockSignup(db, id)
  await refuseUnrestorable(db, signup)
  await refuseTaken(db, signup)
  const isUnlinked = signup.buid !== null && (await hasOtherSignup(db, signup.buid))
  const buid = isUnlinked ? null : signup.buid
  await db.update('champion_signups', { id }, { deleted_at: null, buid, updated_at: sql`now()` })
  await recordEndings(db, await signupIdsOf(db, id), 'restored')
  await updateStatus(db, { ...signup, buid })
  await recordAttendances(db, id)
  await queueNoEmailChanges(db, [buid])
  await writeActivityEvent(db, { type: 'signup_restored', signup: id, payload: { staff: user.id } })
  await audit(
    db,
    user,
    'champion-signup.restored',
    `champion-signups/${id}`,
    isUnlinked ? { unlinked: signup.buid } : {},
  )
  if ((await contactRefusalOf(db, buid)) === null) await enqueueLetter(db, 'signup-restored', { signup: id })
}

async function refuseUnrestorable(db: Db, signup: Signup): Promise<void> {
  if (signup.merged_into_id !== null)
    throw new HttpError(409, 'This signup was merged into another one. Undo the merge to bring it back.', {
      body: { links: { self: signupUrl(signup.merged_into_id) } },
    })
  if (signup.deleted_at === null) {
    const name = await nameOfActor(db, signup.id, 'signup_restored')
    throw new HttpError(409, `This signup is not deleted. ${name} may have restored it.`)
  }
  const isTooOld = Date.parse(signup.deleted_at) < Date.now() - restorableDays * 86_400_000
  if (isTooOld || signup.email === '')
    throw new HttpError(
      409,
      `A signup can be restored for ${restorableDays} days. This one has been erased or is about to be.`,
    )
}

/** Throws 409 if the address is taken. The unique index catches concurrent requests. */
async function refuseTaken(db: Db, { id, email }: Signup): Promise<void> {
  const other = await db.find('champion_signups', ['id', 'first_name', 'last_name'], { id: survivorWithEmail(email) })
  if (!other || other.id === id) return
  throw new HttpError(
    409,
    `Someone has since signed up with ${email}: ${signupName(other) || 'without a name'}. An address can have only one signup.`,
    { body: { links: { self: signupUrl(other.id) } } },
  )
}

/** Locks the alumnus to prevent concurrent links. */
async function hasOtherSignup(db: Db, buid: string): Promise<boolean> {
  await lockAlumnus(db, buid)
  const other = await db.find('champion_signups', ['id'], { buid, deleted_at: null })
  return other !== undefined
}
