import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { isNotNull } from '../../foundations/database/rows.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { enqueueLetter } from '../../foundations/mail/letters.ts'
import { audit } from './audit.ts'
import { createBackupCodes } from './backup-codes.ts'
import { lockUser, lockVerified } from './lock-user.ts'
import { savePasskey } from './passkeys.ts'
import { consumeSessionChallenge } from './proof.ts'
import { listFactorMethods, readFactors } from './second-factor.ts'
import { type StaffSession, type StaffUser } from './staff-user.ts'
import { consumeTotp } from './totp.ts'
import { readPolicy } from './users.ts'
import { countAttempt, resetAttempts } from './wrong-codes.ts'

/** Returns backup codes if the app is the first factor, otherwise none. Throws HttpError 422 if the code is wrong. */
export async function confirmTotp(db: Db, config: Config, user: StaffUser, code: string): Promise<string[]> {
  await countAttempt(db, user.id)
  return changeFactors(db, user, async (db) => {
    const isFirst = (await listFactorMethods(db, user.id)).length === 0
    if (!(await consumeTotp(db, config, user.id, code.replaceAll(/\s/g, ''), { isConfirmed: false }))) {
      const message = 'This is not the code that the app shows now. Check your phone’s clock, then enter the next code.'
      throw new HttpError(422, message, { fields: { code: message } })
    }
    await resetAttempts(db, user.id)
    return {
      action: 'second-factor.app-added',
      what: 'an authenticator app was added.',
      reply: isFirst ? await createBackupCodes(db, config, user.id) : [],
    }
  })
}

/** Removes the authenticator app, and backup codes if no factor remains. Throws HttpError 404 if there is no app. */
export async function removeTotp(db: Db, user: StaffUser): Promise<void> {
  await changeFactors(db, user, async (db) => {
    const removed = await db.remove('staff_totp', { user_id: user.id, confirmed_at: isNotNull })
    if (removed === 0) throw new HttpError(404, 'There is no authenticator app to remove.')
    await removeBackupCodesWithoutFactor(db, user)
    return { action: 'second-factor.app-removed', what: 'the authenticator app was removed.', reply: undefined }
  })
}

/** Adds a passkey to the account. Returns backup codes if it is the first factor, otherwise an empty list. */
export async function addPasskey(
  db: Db,
  config: Config,
  user: StaffUser,
  session: StaffSession,
  newPasskey: { passkey: object; name?: string | undefined },
): Promise<string[]> {
  return changeFactors(db, user, async (db) => {
    const isFirst = (await listFactorMethods(db, user.id)).length === 0
    const name = await savePasskey(db, config, user.id, newPasskey, consumeSessionChallenge(db, session.id))
    return {
      action: 'second-factor.passkey-added',
      what: 'a passkey was added.',
      detail: { name },
      reply: isFirst ? await createBackupCodes(db, config, user.id) : [],
    }
  })
}

export async function renamePasskey(db: Db, user: StaffUser, id: number, name: string): Promise<void> {
  await transact(db, async (db) => {
    const before = await lockPasskey(db, user, id)
    await db.update('staff_passkeys', { id }, { name })
    await audit(db, user, 'second-factor.passkey-renamed', `staff-users/${user.id}`, { before, after: name })
  })
}

/** Removes a passkey, and the backup codes if no factor remains. Throws HttpError 404 if there is no such passkey. */
export async function removePasskey(db: Db, user: StaffUser, id: number): Promise<void> {
  await changeFactors(db, user, async (db) => {
    const name = await lockPasskey(db, user, id)
    await db.remove('staff_passkeys', { id })
    await removeBackupCodesWithoutFactor(db, user)
    return {
      action: 'second-factor.passkey-removed',
      what: 'a passkey was removed.',
      detail: { name },
      reply: undefined,
    }
  })
}

/** Replaces the backup codes and returns the new ones. Throws HttpError 409 if there is no second factor. */
export async function renewBackupCodes(db: Db, config: Config, user: StaffUser): Promise<string[]> {
  return changeFactors(db, user, async (db) => {
    if ((await listFactorMethods(db, user.id)).length === 0)
      throw new HttpError(409, 'Add an authenticator app or a passkey first. Backup codes come with it.')
    return {
      action: 'second-factor.backup-codes-made',
      what: 'new backup codes were made, and the old ones no longer work.',
      reply: await createBackupCodes(db, config, user.id),
    }
  })
}

/** Removes all factors of a user who is locked out; used by a command on the server. */
export async function resetSecondFactor(db: Db, user: StaffUser): Promise<void> {
  const change = async (db: Db) => {
    await db.remove('staff_totp', { user_id: user.id })
    await db.remove('staff_passkeys', { user_id: user.id })
    await db.remove('staff_backup_codes', { user_id: user.id })
    await db.remove('staff_pending_sign_ins', { user_id: user.id })
    await resetAttempts(db, user.id)
    return {
      action: 'second-factor.reset',
      what: 'it was removed on the server. Sign in with your password and set it up again.',
      detail: { by: 'reset-second-factor' },
      isBySystem: true,
      reply: undefined,
    }
  }
  await changeFactors(db, user, change, (db) => lockUser(db, user.id))
}

type Change<Reply> = {
  action: string
  what: string
  detail?: Record<string, unknown>
  isBySystem?: boolean
  reply: Reply
}

/** Locks the user's row and runs `change`, then writes an audit entry and queues a letter, all in one transaction. */
async function changeFactors<Reply>(
  db: Db,
  user: StaffUser,
  change: (db: Db) => Promise<Change<Reply>>,
  lock: (db: Db, user: StaffUser) => Promise<unknown> = lockVerified,
): Promise<Reply> {
  return transact(db, async (db) => {
    await lock(db, user)
    const { action, what, detail = {}, isBySystem = false, reply } = await change(db)
    await audit(db, isBySystem ? null : user, action, `staff-users/${user.id}`, detail)
    await enqueueLetter(db, 'second-factor-changed', { user: user.id, what })
    return reply
  })
}

/** Removes backup codes if no factor is left. Throws HttpError 409 if the user is an administrator who needs one. */
async function removeBackupCodesWithoutFactor(db: Db, user: StaffUser): Promise<void> {
  const { totp, passkeys } = await readFactors(db, user.id)
  if (totp || passkeys.length > 0) return
  if (user.role === 'admin' && (await readPolicy(db)).admins_need_second_factor)
    throw new HttpError(409, 'Administrators need a second factor here. Add another one before you remove this.')
  await db.remove('staff_backup_codes', { user_id: user.id })
}

async function lockPasskey(db: Db, user: StaffUser, id: number): Promise<string> {
  const ownPasskey = { id, user_id: user.id }
  const notFound = 'There is no such passkey anymore.'
  return (await db.get('staff_passkeys', ['name'], ownPasskey, { lock: true, notFound })).name
}
