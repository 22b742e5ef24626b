import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from './staff-user.ts'

const columns = [
  ...(['id', 'email', 'name', 'role', 'is_active', 'version'] as const),
  ...(['password_hash', 'google_uid', 'last_signed_in_at'] as const),
]

/** Whatever changes one person's account waits here for one another, until the transaction ends. Throws 404. */
export function lockUser(db: Db, id: number) {
  return db.get('staff_users', columns, { id }, { lock: true, notFound: 'There is no such person.' })
}

/**
 * Locks someone who has shown who they are, and compares what was verified with what stands there now: whatever ends
 * their sessions comes before this or after it. 401: it came before.
 */
export async function lockVerified(db: Db, verified: StaffUser): Promise<void> {
  const now = await db.find('staff_users', columns, { id: verified.id }, { lock: true })
  const isSame =
    now?.is_active &&
    now.password_hash === verified.password_hash &&
    now.google_uid === verified.google_uid &&
    now.version === verified.version
  if (!isSame) throw new HttpError(401, 'Your account was changed in the meantime. Sign in again.')
}
