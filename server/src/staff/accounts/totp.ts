import { sql } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import type { TotpSecret } from '@alumni/shared/staff/second-factor'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { compare, isNotNull } from '../../foundations/database/rows.ts'
import { decryptFromStorage, encryptForStorage } from '../../foundations/http/seal.ts'

type Person = { id: number; email: string }

/** Stores a new secret for an authenticator app, which the first code activates. Does not replace an active secret. */
export async function createTotpSecret(db: Db, config: Config, user: Person): Promise<TotpSecret> {
  const secret = generateSecret()
  const stored = await encryptForStorage(config, purpose(user.id), secret)
  await db
    .insertInto('staff_totp')
    .values({ user_id: user.id, secret: stored })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: stored, last_step: 0, created_at: sql<string>`now()` })
        .where('staff_totp.confirmed_at', 'is', null),
    )
    .execute()
  const issuer = `${config.institution.short_name} alumni relations`
  return { secret, uri: generateURI({ issuer, label: user.email, secret }) }
}

/** Consumes a code. Afterward, all codes for the same or an earlier time step are rejected, even concurrent ones. */
export async function consumeTotp(
  db: Db,
  config: Config,
  userId: number,
  code: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<boolean> {
  const confirmed_at = isConfirmed ? isNotNull : null
  const totp = await db.find('staff_totp', ['secret', 'last_step'], { user_id: userId, confirmed_at })
  if (!totp) return false
  const secret = await decryptFromStorage(config, purpose(userId), totp.secret)
  const checked = await verify({ secret, token: code, epochTolerance: 30, afterTimeStep: totp.last_step })
  if (!checked.valid || !('timeStep' in checked)) return false
  const unchanged = { user_id: userId, secret: totp.secret, last_step: compare('<', checked.timeStep) }
  const consumed = await db.update('staff_totp', unchanged, {
    last_step: checked.timeStep,
    // Re-encrypts the secret, because the server's own secret may have changed.
    secret: await encryptForStorage(config, purpose(userId), secret),
    ...(isConfirmed ? {} : { confirmed_at: sql<string>`now()` }),
  })
  return consumed > 0
}

function purpose(userId: number): string {
  return `totp of ${userId}`
}

/** `opened` counts decryptable secrets, including `openedByPrevious`, which need the previous server secret. */
export async function countStoredSecrets(
  db: Db,
  config: Config,
): Promise<{ opened: number; openedByPrevious: number; closed: number }> {
  const rows = await db.findAll('staff_totp', ['user_id', 'secret'], {})
  const countOpened = async (secrets: Config) => {
    const results = await Promise.allSettled(
      rows.map(({ user_id, secret }) => decryptFromStorage(secrets, purpose(user_id), secret)),
    )
    return results.filter(({ status }) => status === 'fulfilled').length
  }
  const opened = await countOpened(config)
  const openedByCurrent = await countOpened({ ...config, SESSION_SECRET_PREVIOUS: undefined })
  return { opened, openedByPrevious: opened - openedByCurrent, closed: rows.length - opened }
}
