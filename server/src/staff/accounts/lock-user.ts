import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import type { StaffUser } from './staff-user.ts'

const columns = [
  ...(['id', 'email', 'name', 'role', 'is_active', 'version'] as const),
  ...(['password_hash', 'google_uid', 'last_signed_in_at'] as const),
]

export function lockUser(db: Db, id: number) {
  return db.get('staff_users', columns, { id }, { lock: true, notFound: 'There is no such person.' })
}

/** Locks the user. Throws HttpError 401 if the account has changed since `verified` was read. */
export async function lockVerified(db: Db, verified: StaffUser): Promise<void> {
  const current = await db.find('staff_users', columns, { id: verified.id }, { lock: true })
  const isSame =
    current?.is_active &&
    current.password_hash === verified.password_hash &&
    current.google_uid === verified.google_uid &&
    current.version === verified.version
  if (!isSame) throw new HttpError(401, 'Your account was changed in the meantime. Sign in again.')
}
