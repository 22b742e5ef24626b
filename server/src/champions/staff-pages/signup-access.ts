import { signupIdsOf } from '../record/find-signup.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { closeAllSessions } from '../sign-in/sessions.ts'
import { cancelSigninRequests } from '../sign-in/signin-requests.ts'
import { listDevices, revokeDevice } from '../sign-in/devices.ts'
import { unlinkGoogle } from '../sign-in/google-identities.ts'
import { revokeDevices } from '../sign-in/devices.ts'
import { audit, type StaffUser } from '../../staff/index.ts'
import { lockActive } from './signup-lock.ts'

/** Revokes a device and its sessions. Throws 404. */
export async function revokeDeviceByStaff(db: Db, id: number, device: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockActive(db, id)
    const remembered = (await listDevices(db, await signupIdsOf(db, id))).find((each) => each.id === device)
    if (!remembered) throw new HttpError(404, 'This device is no longer remembered.')
    await revokeDevice(db, { signup: remembered.signup, device, reason: 'by staff', staff: user.id })
    await audit(db, user, 'champion-signup.device-revoked', `champion-signups/${id}`, { device })
  })
}

/** Revokes all devices and sessions, and cancels pending sign-ins. */
export async function signOutEverywhere(db: Db, id: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockActive(db, id)
    await revokeAccess(db, id, user)
    await audit(db, user, 'champion-signup.signed-out', `champion-signups/${id}`)
  })
}

export async function revokeAccess(db: Db, id: number, user: StaffUser): Promise<void> {
  const ids = await signupIdsOf(db, id)
  await revokeDevices(db, ids, { reason: 'by staff', staff: user.id })
  await closeAllSessions(db, ids)
  await cancelSigninRequests(db, ids)
}

/**
 * Unlinks the Google account and signs the champion out, since its holder may be signed in. Throws 409 if none is
 * linked.
 */
export async function unlinkGoogleByStaff(db: Db, id: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockActive(db, id)
    if (!(await unlinkGoogle(db, id, { staff: user.id })))
      throw new HttpError(409, 'No Google account is linked to this signup anymore.')
    await closeAllSessions(db, await signupIdsOf(db, id))
    await audit(db, user, 'champion-signup.google-unlinked', `champion-signups/${id}`)
  })
}
