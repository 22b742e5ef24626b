import type { Config } from '../../foundations/process/config.ts'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { askForLetter } from '../../foundations/mail/letters.ts'
import { audit } from './audit.ts'
import { makeBackupCodes } from './backup-codes.ts'
import { holdUser, holdVerified } from './hold-user.ts'
import { keepPasskey } from './passkeys.ts'
import { takeSessionChallenge } from './proof.ts'
import { factorMethodsOf, readFactors } from './second-factor.ts'
import type { StaffSession } from './staff-session.ts'
import type { StaffUser } from './staff-user.ts'
import { takeTotp } from './totp.ts'
import { readPolicy } from './users.ts'
import { countTry, forgetTries } from './wrong-codes.ts'

/** Puts the offered secret in force by a first code. Returns backup codes if it is the first factor. 422: the code is not right. */
export async function confirmTotp(em: EntityManager, config: Config, user: StaffUser, code: string): Promise<string[]> {
  await countTry(em, user.id)
  return changeFactors(em, user, async (em) => {
    const isFirst = (await factorMethodsOf(em, user.id)).length === 0
    if (!(await takeTotp(em, config, user.id, code.replaceAll(/\s/g, ''), { isConfirmed: false }))) {
      const sentence =
        'This is not the code that the app shows now. Check the clock of your phone, and try the next one.'
      throw new HttpError(422, sentence, { fields: { code: sentence } })
    }
    await forgetTries(em, user.id)
    return {
      action: 'second-factor.app-added',
      what: 'an authenticator app was added.',
      reply: isFirst ? await makeBackupCodes(em, config, user.id) : [],
    }
  })
}

export async function removeTotp(em: EntityManager, user: StaffUser): Promise<void> {
  await changeFactors(em, user, async (em) => {
    const removed = await em
      .getKysely()
      .deleteFrom('staff_totp')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!removed) throw new HttpError(404, 'There is no authenticator app to remove.')
    await afterRemoval(em, user)
    return { action: 'second-factor.app-removed', what: 'the authenticator app was removed.', reply: undefined }
  })
}

/** Returns backup codes if it is the first factor. */
export async function addPasskey(
  em: EntityManager,
  config: Config,
  user: StaffUser,
  session: StaffSession,
  made: { passkey: object; name?: string | undefined },
): Promise<string[]> {
  return changeFactors(em, user, async (em) => {
    const isFirst = (await factorMethodsOf(em, user.id)).length === 0
    const name = await keepPasskey(em, config, user.id, made, takeSessionChallenge(em, session.id))
    return {
      action: 'second-factor.passkey-added',
      what: 'a passkey was added.',
      detail: { name },
      reply: isFirst ? await makeBackupCodes(em, config, user.id) : [],
    }
  })
}

export async function renamePasskey(em: EntityManager, user: StaffUser, id: number, name: string): Promise<void> {
  await em.transactional(async (em) => {
    const db = em.getKysely()
    const before = await holdPasskey(em, user, id)
    await db.updateTable('staff_passkeys').set({ name }).where('id', '=', id).execute()
    await audit(em, user, 'second-factor.passkey-renamed', `staff-users/${user.id}`, { before, after: name })
  })
}

export async function removePasskey(em: EntityManager, user: StaffUser, id: number): Promise<void> {
  await changeFactors(em, user, async (em) => {
    const name = await holdPasskey(em, user, id)
    await em.getKysely().deleteFrom('staff_passkeys').where('id', '=', id).execute()
    await afterRemoval(em, user)
    return {
      action: 'second-factor.passkey-removed',
      what: 'a passkey was removed.',
      detail: { name },
      reply: undefined,
    }
  })
}

/** Ten new codes; those from before end. 409: there is nothing yet that they would stand in for. */
export async function renewBackupCodes(em: EntityManager, config: Config, user: StaffUser): Promise<string[]> {
  return changeFactors(em, user, async (em) => {
    if ((await factorMethodsOf(em, user.id)).length === 0)
      throw new HttpError(409, 'Add an authenticator app or a passkey first. Backup codes come with it.')
    return {
      action: 'second-factor.backup-codes-made',
      what: 'new backup codes were made, and the old ones ended.',
      reply: await makeBackupCodes(em, config, user.id),
    }
  })
}

/** Takes the whole second factor away, for someone who is locked out: the command on the server. */
export async function resetSecondFactor(em: EntityManager, user: StaffUser): Promise<void> {
  const change = async (em: EntityManager) => {
    await em.getKysely().deleteFrom('staff_totp').where('user_id', '=', user.id).execute()
    await em.getKysely().deleteFrom('staff_passkeys').where('user_id', '=', user.id).execute()
    await em.getKysely().deleteFrom('staff_backup_codes').where('user_id', '=', user.id).execute()
    await em.getKysely().deleteFrom('staff_pending_sign_ins').where('user_id', '=', user.id).execute()
    await forgetTries(em, user.id)
    return {
      action: 'second-factor.reset',
      what: 'it was taken away on the server. Sign in with your password, and set it up anew.',
      detail: { by: 'reset-second-factor' },
      isBySystem: true,
      reply: undefined,
    }
  }
  await changeFactors(em, user, change, (em) => holdUser(em, user.id))
}

type Change<Reply> = {
  action: string
  what: string
  detail?: Record<string, unknown>
  isBySystem?: boolean
  reply: Reply
}

/** One change at a time of one person's factors, while what they have shown still stands, with the audit entry and the letter that belong to it. */
async function changeFactors<Reply>(
  em: EntityManager,
  user: StaffUser,
  change: (em: EntityManager) => Promise<Change<Reply>>,
  hold: (em: EntityManager, user: StaffUser) => Promise<unknown> = holdVerified,
): Promise<Reply> {
  return em.transactional(async (em) => {
    await hold(em, user)
    const { action, what, detail = {}, isBySystem = false, reply } = await change(em)
    await audit(em, isBySystem ? null : user, action, `staff-users/${user.id}`, detail)
    await askForLetter(em, 'second-factor-changed', { user: user.id, what })
    return reply
  })
}

/** With the last factor its backup codes go. 409: administrators must have one. */
async function afterRemoval(em: EntityManager, user: StaffUser): Promise<void> {
  const { totp, passkeys } = await readFactors(em, user.id)
  if (totp || passkeys.length > 0) return
  if (user.role === 'admin' && (await readPolicy(em)).admins_need_second_factor)
    throw new HttpError(409, 'Administrators need a second factor here. Add another one before you remove this.')
  await em.getKysely().deleteFrom('staff_backup_codes').where('user_id', '=', user.id).execute()
}

async function holdPasskey(em: EntityManager, user: StaffUser, id: number): Promise<string> {
  const passkey = await em
    .getKysely()
    .selectFrom('staff_passkeys')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) throw new HttpError(404, 'There is no such passkey any more.')
  return passkey.name
}
