import { sql } from 'kysely'
import { restorableDays } from '@alumni/shared/champions/staff-page'
import { hasEmail, type Signup } from '../record/find-signup.ts'
import { settleStatus } from '../record/move-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { answers } from '../record/answers.ts'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { askForLetter } from '../../foundations/mail/letters.ts'
import { deleteSignup } from '../profile/delete-signup.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockActive, lockSignup, signupName, signupUrl, whoDid } from './signup-lock.ts'
import { silenceOf } from './signup-silence.ts'

declare module '../../foundations/mail/letters.ts' {
  interface Letters {
    'signup-restored': { signup: number }
  }
}

/** Deletes a signup as its champion would, who is told unless they have died. 409: it was deleted or merged meanwhile. */
export async function deleteByStaff(em: EntityManager, id: number, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    const { buid } = await lockActive(em, id)
    const tells = (await silenceOf(em, buid)) !== 'deceased'
    await deleteSignup(em, { id }, { staff: by.id, tells })
    await audit(em, by, 'champion-signup.deleted', `champion-signups/${id}`, { buid })
  })
}

/**
 * Brings a deleted signup back: its answers, consent, notes, letters and timeline; not its places, offers, communities, devices and Google
 * link, which others may have or nobody should. Its champion is told. 409: it is not deleted, too old, or its address is taken.
 * `isLinkLost`: the alumnus has another signup by now.
 */
export async function restoreSignup(em: EntityManager, id: number, by: StaffUser): Promise<{ isLinkLost: boolean }> {
  try {
    return await em.transactional(async (em) => restore(em, id, by))
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    await refuseTaken(em, await lockSignup(em, id))
    throw error
  }
}

async function restore(em: EntityManager, id: number, by: StaffUser): Promise<{ isLinkLost: boolean }> {
  const signup = await lockSignup(em, id)
  await refuseUnrestorable(em, signup)
  await refuseTaken(em, signup)
  const isLinkLost = signup.buid !== null && (await hasOther(em, signup.buid))
  const buid = isLinkLost ? null : signup.buid
  await em
    .getKysely()
    .updateTable('champion_signups')
    .set({ deleted_at: null, buid, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await settleStatus(em, { ...signup, buid })
  await answers().recordAttendances(em, id)
  await writeActivityEvent(em, { type: 'signup_restored', signup: id, payload: { staff: by.id } })
  await audit(em, by, 'champion-signup.restored', `champion-signups/${id}`, isLinkLost ? { unlinked: signup.buid } : {})
  if ((await silenceOf(em, buid)) === null) await askForLetter(em, 'signup-restored', { signup: id })
  return { isLinkLost }
}

async function refuseUnrestorable(em: EntityManager, signup: Signup): Promise<void> {
  if (signup.merged_into_id !== null)
    throw new HttpError(409, 'This signup was merged into another one. Undo the merge to bring it back.', {
      body: { links: { self: signupUrl(signup.merged_into_id) } },
    })
  if (signup.deleted_at === null) {
    const who = await whoDid(em, signup.id, 'signup_restored')
    throw new HttpError(409, `This signup is not deleted. ${who} may have restored it meanwhile.`)
  }
  const isTooOld = Date.parse(signup.deleted_at) < Date.now() - restorableDays * 86_400_000
  if (isTooOld || signup.email === '')
    throw new HttpError(409, `A signup can be restored for ${restorableDays} days. This one is erased, or about to be.`)
}

/** Two who restore at once, or restore and sign up, are told apart by the unique index. */
async function refuseTaken(em: EntityManager, { id, email }: Signup): Promise<void> {
  const other = await em
    .getKysely()
    .selectFrom('champion_signups')
    .select(['id', 'first_name', 'last_name'])
    .where(hasEmail(email))
    .where('id', '!=', id)
    .executeTakeFirst()
  if (!other) return
  throw new HttpError(
    409,
    `Somebody has signed up with ${email} since: ${signupName(other) || 'without a name'}. One address has one signup.`,
    { body: { links: { self: signupUrl(other.id) } } },
  )
}

/** Locks the alumnus, where somebody may be linking another signup at this moment. */
async function hasOther(em: EntityManager, buid: string): Promise<boolean> {
  const db = em.getKysely()
  await db.selectFrom('alumni').select('id').where('buid', '=', buid).forNoKeyUpdate().execute()
  const other = await db
    .selectFrom('champion_signups')
    .select('id')
    .where('buid', '=', buid)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
