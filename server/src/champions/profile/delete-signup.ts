import { sql } from 'kysely'
import { idsStandingFor, type Signup } from '../record/find-signup.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { answers } from '../record/answers.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { endSigninRequests } from '../sign-in/signin-requests.ts'
import { unlinkGoogle } from '../sign-in/google-identities.ts'
import { askForLetter } from '../../foundations/mail/letters.ts'
import { endChanges } from './change-email.ts'
import { forgetDevices } from './forget-devices.ts'
import { lockSignup } from './edit-signup.ts'

/** Its champion, whose address is hashed, or the staff member of this id. `tells`: whether a letter says so. */
type DeletedBy =
  | { ipHash: string; staff?: undefined; tells?: undefined }
  | { ipHash?: undefined; staff: number; tells: boolean }

/**
 * Deletes a signup at its champion's wish, or by staff: nothing resolves to it any more, they are signed out everywhere, and their places are
 * others'. What they told us is erased 30 days later, by `eraseDeletedSignups`.
 */
export async function deleteSignup(em: EntityManager, { id }: Pick<Signup, 'id'>, by: DeletedBy): Promise<void> {
  const { ipHash, staff, tells = true } = by
  await em.transactional(async (em) => {
    await lockSignup(em, id)
    const ids = await idsStandingFor(em, id)
    await answers().withdrawAll(em, id)
    await forgetDevices(em, ids, { reason: 'deleted', ipHash, staff })
    for (const signup of ids) {
      await closeAllSessions(em, signup)
      await endChanges(em, signup)
    }
    await endSigninRequests(em, ids)
    await unlinkGoogle(em, id, { ipHash, staff })
    await em
      .getKysely()
      .updateTable('champion_signups')
      .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    await writeActivityEvent(em, {
      type: 'signup_deleted',
      signup: id,
      ipHash,
      payload: staff === undefined ? { by: 'champion' } : { by: 'staff', staff },
    })
    if (tells) await askForLetter(em, 'signup-deleted', { signup: id })
  })
}
