import type { AccountPage } from '@alumni/shared/staff/second-factor'
import type { ChangeAccountRequest } from '@alumni/shared/staff/users'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { audit } from './audit.ts'
import { lockVerified } from './lock-user.ts'
import { voidResetLinks } from './password-resets.ts'
import { findPasswordFault, hashPassword } from './password-rules.ts'
import { checkPassword } from './proof.ts'
import { readFactors } from './second-factor.ts'
import { closeAllSessions, isLive } from './sessions.ts'
import { StaffUser } from './staff-user.ts'
import { readPolicy } from './users.ts'

export async function readAccount(db: Db, user: StaffUser, sessionId: number): Promise<AccountPage> {
  const { id, email, name, role, job_title, password_hash, google_uid } = user
  const sessions = await db
    .selectFrom('staff_sessions')
    .select(['id', 'browser', utc('created_at').as('created_at'), utc('used_at').as('used_at')])
    .where('user_id', '=', id)
    .where(isLive('staff_sessions'))
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    user: { id, email, name, role },
    job_title,
    has_password: password_hash !== null,
    has_google: google_uid !== null,
    sessions: sessions.map((session) => ({ ...session, is_this: session.id === sessionId })),
    second_factor: {
      ...(await readFactors(db, id)),
      is_required: role === 'admin' && (await readPolicy(db)).admins_need_second_factor,
    },
  }
}

export async function changeOwnAccount(
  db: Db,
  user: StaffUser,
  { name, job_title = user.job_title }: ChangeAccountRequest,
): Promise<void> {
  if (name === user.name && job_title === user.job_title) return
  await transact(db, async (db) => {
    if (name !== user.name)
      await audit(db, user, 'account.renamed', `staff-users/${user.id}`, { before: user.name, after: name })
    await db.entities.nativeUpdate(StaffUser, { id: user.id }, { name, job_title, updated_at: new Date() })
  })
}

/** Throws HttpError 409 if the user has no password, 422 if the current or the new password is not accepted. */
export async function changePassword(
  db: Db,
  config: Config,
  user: StaffUser,
  sessionId: number,
  { current_password, password }: { current_password: string; password: string },
): Promise<void> {
  if (!user.password_hash)
    throw new HttpError(409, 'You have no password yet. Ask for a link to choose one on the sign-in page.')
  await checkPassword(db, user, current_password, 'current_password')
  const fault = await findPasswordFault(password, user, config)
  if (fault) throw new HttpError(422, fault, { fields: { password: fault } })
  const password_hash = await hashPassword(password)
  await transact(db, async (db) => {
    await lockVerified(db, user)
    await db.entities.nativeUpdate(StaffUser, { id: user.id }, { password_hash, updated_at: new Date() })
    await voidResetLinks(db, user)
    await closeAllSessions(db, user, sessionId)
    await audit(db, user, 'password changed', `staff-users/${user.id}`)
    await enqueueLetter(db, 'password-changed', { user: user.id })
  })
}

export async function closeOwnSession(db: Db, user: StaffUser, id: number): Promise<void> {
  await transact(db, async (db) => {
    const closedSession = await db
      .deleteFrom('staff_sessions')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('browser')
      .executeTakeFirst()
    if (!closedSession) throw new HttpError(404, 'This session has already ended.')
    await audit(db, user, 'account.session-ended', `staff-users/${user.id}`, { browser: closedSession.browser })
  })
}

export async function closeOtherSessions(db: Db, user: StaffUser, sessionId: number): Promise<number> {
  return transact(db, async (db) => {
    const sessions = await closeAllSessions(db, user, sessionId)
    await audit(db, user, 'account.other-sessions-ended', `staff-users/${user.id}`, { sessions })
    return sessions
  })
}
