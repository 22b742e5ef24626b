import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from './staff-user.ts'

/** Whatever changes one person's account waits here for one another, until the transaction ends. Throws 404. */
export async function lockUser(db: Db, id: number) {
  const user = await readLocked(db, id)
  if (!user) throw new HttpError(404, 'There is no such person.')
  return user
}

/**
 * Locks someone who has shown who they are, and compares what was verified with what stands there now: whatever ends
 * their sessions comes before this or after it. 401: it came before.
 */
export async function lockVerified(db: Db, verified: StaffUser): Promise<void> {
  const now = await readLocked(db, verified.id)
  const isSame =
    now?.is_active &&
    now.password_hash === verified.password_hash &&
    now.google_uid === verified.google_uid &&
    now.version === verified.version
  if (!isSame) throw new HttpError(401, 'Your account was changed in the meantime. Sign in again.')
}

function readLocked(db: Db, id: number) {
  return db.find(
    'staff_users',
    ['id', 'email', 'name', 'role', 'is_active', 'version', 'password_hash', 'google_uid', 'last_signed_in_at'],
    { id },
    { lock: true },
  )
}
