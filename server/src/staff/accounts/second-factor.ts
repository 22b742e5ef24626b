import { sql } from 'kysely'
import type { FactorMethod, SecondFactorState } from '@alumni/shared/staff/second-factor'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { isNotNull } from '../../foundations/database/rows.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { consumeBackupCode } from './backup-codes.ts'
import { consumePasskey, type UserVerification } from './passkeys.ts'
import { consumeTotp } from './totp.ts'
import { countAttempt, resetAttempts } from './wrong-codes.ts'

/** Lists how the user can give a second factor; empty if there are only backup codes. */
export async function listFactorMethods(db: Db, userId: number): Promise<FactorMethod[]> {
  const { totp, passkeys, backup_codes_left } = await readFactors(db, userId)
  if (!totp && passkeys.length === 0) return []
  return [
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(totp ? ['totp' as const] : []),
    ...(backup_codes_left > 0 ? ['backup_code' as const] : []),
  ]
}

export async function readFactors(db: Db, userId: number): Promise<Omit<SecondFactorState, 'is_required'>> {
  const confirmed = { user_id: userId, confirmed_at: isNotNull }
  const totp = await db.find('staff_totp', [utc('confirmed_at').as('confirmed_at')], confirmed)
  const passkeys = await db.findAll(
    'staff_passkeys',
    ['id', 'name', utc('created_at').as('created_at'), utc('used_at').as('used_at')],
    { user_id: userId },
    { by: 'id' },
  )
  const count = sql<number>`count(*)`.as('count')
  const unused = await db.get('staff_backup_codes', [count], { user_id: userId, used_at: null })
  return { totp: totp ? { confirmed_at: totp.confirmed_at! } : null, passkeys, backup_codes_left: unused.count }
}

export async function mustSetUpSecondFactor(db: Db, user: { id: number; role: string }): Promise<boolean> {
  if (user.role !== 'admin') return false
  const { admins_need_second_factor } = await db.get('staff_policy', ['admins_need_second_factor'], {})
  return admins_need_second_factor && (await listFactorMethods(db, user.id)).length === 0
}

export type FactorInput = { code?: string | undefined; passkey?: { id: string } | undefined }

/** Checks a code or passkey reply. Returns false if wrong or used before. Throws HttpError 429 after too many tries. */
export async function consumeFactor(
  db: Db,
  config: Config,
  userId: number,
  { code, passkey }: FactorInput,
  consumeChallenge: (challenge: string) => Promise<boolean>,
  userVerification: UserVerification = 'preferred',
): Promise<boolean> {
  if (passkey) return consumePasskey(db, config, userId, passkey, consumeChallenge, userVerification)
  if (!code) return false
  await countAttempt(db, userId)
  const digits = code.replaceAll(/\s/g, '')
  const isRight = /^\d{6}$/.test(digits)
    ? await consumeTotp(db, config, userId, digits, { isConfirmed: true })
    : await consumeBackupCode(db, config, userId, code)
  if (isRight) await resetAttempts(db, userId)
  return isRight
}

export function createWrongFactorError(status: 401 | 422): HttpError {
  const message = 'That was not right or has been used before. Wait for the next code, then try again.'
  return new HttpError(status, message, status === 422 ? { fields: { code: message } } : {})
}
