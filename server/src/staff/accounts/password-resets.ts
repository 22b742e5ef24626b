import { foldEmail } from '@alumni/shared/email-address'
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { audit } from './audit.ts'
import { lockUser } from './lock-user.ts'
import { PasswordReset, StaffUser } from './staff-user.ts'
import { findPasswordFault, hashPassword } from './password-rules.ts'
import { closeAllSessions } from './sessions.ts'

const hour = 60 * 60_000
const purpose = 'password reset'
export const invitationMs = 7 * 24 * hour

/** Enqueues a letter even for unknown addresses, so that the response time does not reveal which addresses exist. */
export async function requestReset(db: Db, address: string): Promise<void> {
  const user = sql`select id from staff_users where email = ${foldEmail(address)} and is_active`
  await enqueueLetter(db, 'password-reset', sql<string>`jsonb_build_object('user', (${user}))`)
}

/** Returns a new link to choose a password. It works once, by default within an hour. */
export async function createResetLink(db: Db, config: Config, user: StaffUser, lifetimeMs = hour): Promise<string> {
  const token = createToken()
  await db.entities.insert(PasswordReset, {
    token_hash: hashToken(config, purpose, token),
    user,
    expires_at: new Date(Date.now() + lifetimeMs),
  })
  return `${config.PUBLIC_URL}/password-resets/${token}`
}

/** Finds the unused, unexpired reset link of an active user by its token, with the user, or returns null. */
export function findReset(db: Db, config: Config, token: string): Promise<PasswordReset | null> {
  return db.entities.findOne(
    PasswordReset,
    { ...unusedReset(config, token), user: { is_active: true } },
    { populate: ['user'] },
  )
}

/** Returns whether a user has only been invited: no password, no Google account and no sign-in so far. */
export function isInvited({ password_hash, google_uid, last_signed_in_at }: Credentials): boolean {
  return !password_hash && !google_uid && !last_signed_in_at
}
type Credentials = Pick<StaffUser, 'password_hash' | 'google_uid'> & {
  last_signed_in_at?: Date | string | null | undefined
}

/** `isFirst` is true for an invitation. Throws HttpError 410 for a used link, 422 for a bad password. */
export async function resetPassword(
  db: Db,
  config: Config,
  token: string,
  password: string,
): Promise<{ user: StaffUser; isFirst: boolean }> {
  const reset = await findReset(db, config, token)
  if (!reset) throw createUsedLinkError()
  const { user } = reset
  const fault = await findPasswordFault(password, user, config)
  if (fault) throw new HttpError(422, fault, { fields: { password: fault } })
  const password_hash = await hashPassword(password)
  return transact(db, async (tx) => {
    // Locks the user before the links, as changeUser does, to prevent deadlocks.
    const isFirst = isInvited(await lockUser(tx, user.id))
    const consumed = await tx.entities.nativeUpdate(PasswordReset, unusedReset(config, token), { used_at: new Date() })
    if (consumed === 0) throw createUsedLinkError()
    await voidResetLinks(tx, user)
    await tx.entities.nativeUpdate(StaffUser, { id: user.id }, { password_hash, updated_at: new Date() })
    await closeAllSessions(tx, user)
    await audit(tx, user, 'password changed', `staff-users/${user.id}`)
    await enqueueLetter(tx, 'password-changed', { user: user.id, is_first: isFirst })
    return { user: await tx.entities.refreshOrFail(user), isFirst }
  })
}

export async function voidResetLinks(db: Db, user: { id: number }): Promise<void> {
  await db.entities.nativeUpdate(PasswordReset, { user: user.id, used_at: null }, { used_at: new Date() })
}

function unusedReset(config: Config, token: string) {
  return {
    token_hash: { $in: hashTokenWithAllSecrets(config, purpose, token) },
    used_at: null,
    expires_at: { $gt: new Date() },
  }
}

function createUsedLinkError(): HttpError {
  return new HttpError(410, 'This link has been used or is too old. Ask for a new one.')
}
