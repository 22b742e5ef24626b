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

export async function revokeDeviceByStaff(db: Db, id: number, device: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockActive(db, id)
    const devices = await listDevices(db, await signupIdsOf(db, id))
    const signup = devices.find((remembered) => remembered.id === device)?.signup
    if (signup === undefined) throw new HttpError(404, 'This device is no longer remembered.')
    await revokeDevice(db, { signup, device, reason: 'by staff', staff: user.id })
    await audit(db, user, 'champion-signup.device-revoked', `champion-signups/${id}`, { device })
  })
}

export async function signOutEverywhere(db: Db, id: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockActive(db, id)
    await revokeAccess(db, id, user)
    await audit(db, user, 'champion-signup.signed-out', `champion-signups/${id}`)
  })
}

/** Revokes devices, sessions and open sign-in requests. Unlike `signOutEverywhere`, neither locks nor audits. */
export async function revokeAccess(db: Db, id: number, user: StaffUser): Promise<void> {
  const ids = await signupIdsOf(db, id)
  await revokeDevices(db, ids, { reason: 'by staff', staff: user.id })
  await closeAllSessions(db, ids)
  await cancelSigninRequests(db, ids)
}

/** Unlinks the Google account. Closes all sessions, as its owner may have opened them. Throws 409 if none is linked. */
export async function unlinkGoogleByStaff(db: Db, id: number, user: StaffUser): Promise<void> {
  await transact(db, async (db) => {
    await lockActive(db, id)
    if (!(await unlinkGoogle(db, id, { staff: user.id })))
      throw new HttpError(409, 'No Google account is linked to this signup anymore.')
    await closeAllSessions(db, await signupIdsOf(db, id))
    await audit(db, user, 'champion-signup.google-unlinked', `champion-signups/${id}`)
  })
}
