import { idsStandingFor } from '../record/find-signup.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { endSigninRequests } from '../sign-in/signin-requests.ts'
import { listDevices, revokeDevice } from '../sign-in/devices.ts'
import { unlinkGoogle } from '../sign-in/google-identities.ts'
import { forgetDevices } from '../profile/forget-devices.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockActive } from './signup-lock.ts'

/** Forgets one device; whoever is signed in on it is signed out. 404: it is not remembered any more. */
export async function revokeOne(em: EntityManager, id: number, device: number, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    await lockActive(em, id)
    const remembered = (await listDevices(em, await idsStandingFor(em, id))).find((each) => each.id === device)
    if (!remembered) throw new HttpError(404, 'This device is not remembered any more.')
    await revokeDevice(em, { signup: remembered.signup, device, reason: 'by staff', staff: by.id })
    await audit(em, by, 'champion-signup.device-revoked', `champion-signups/${id}`, { device })
  })
}

/** Forgets every device, signs the champion out everywhere, and ends the sign-in messages that are under way. */
export async function signOutEverywhere(em: EntityManager, id: number, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    await lockActive(em, id)
    await endAccess(em, id, by)
    await audit(em, by, 'champion-signup.signed-out', `champion-signups/${id}`)
  })
}

/** The same within another action. */
export async function endAccess(em: EntityManager, id: number, by: StaffUser): Promise<void> {
  const ids = await idsStandingFor(em, id)
  await forgetDevices(em, ids, { reason: 'by staff', staff: by.id })
  for (const signup of ids) await closeAllSessions(em, signup)
  await endSigninRequests(em, ids)
}

/** Unlinks the Google account, and signs the champion out: whoever holds that account may be in. 409: there is none any more. */
export async function unlinkGoogleByStaff(em: EntityManager, id: number, by: StaffUser): Promise<void> {
  await em.transactional(async (em) => {
    await lockActive(em, id)
    if (!(await unlinkGoogle(em, id, { staff: by.id })))
      throw new HttpError(409, 'No Google account is linked to this signup any more.')
    for (const signup of await idsStandingFor(em, id)) await closeAllSessions(em, signup)
    await audit(em, by, 'champion-signup.google-unlinked', `champion-signups/${id}`)
  })
}
