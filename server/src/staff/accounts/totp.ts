import { sql } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import type { TotpSecret } from '@alumni/shared/staff/second-factor'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { compare, isNotNull } from '../../foundations/database/rows.ts'
import { decryptFromStorage, encryptForStorage } from '../../foundations/http/seal.ts'

type Person = { id: number; email: string }

/** A new secret for an authenticator app. One that is in force goes on until this one is confirmed. */
export async function offerTotp(db: Db, config: Config, user: Person): Promise<TotpSecret> {
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

/**
 * Takes a code of the app, once: from then on no code of its time or before is taken, however many ask at the same
 * moment.
 */
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
  const taken = await db.update('staff_totp', unchanged, {
    last_step: checked.timeStep,
    // Under the server's present secret, where it was changed since.
    secret: await encryptForStorage(config, purpose(userId), secret),
    ...(isConfirmed ? {} : { confirmed_at: sql<string>`now()` }),
  })
  return taken > 0
}

function purpose(userId: number): string {
  return `totp of ${userId}`
}

/** How many secrets of authenticator apps can be opened, how many of them only with the server's secret of before, and how many not at all. */
export async function countStoredSecrets(
  db: Db,
  config: Config,
): Promise<{ opened: number; openedByPrevious: number; closed: number }> {
  const rows = await db.findAll('staff_totp', ['user_id', 'secret'], {})
  const present = { ...config, SESSION_SECRET_PREVIOUS: undefined }
  const opensWith = (of: Config) => async (row: (typeof rows)[number]) =>
    decryptFromStorage(of, purpose(row.user_id), row.secret).then(
      () => 1,
      () => 0,
    )
  const count = async (of: Config) =>
    (await Promise.all(rows.map(opensWith(of)))).reduce<number>((sum, one) => sum + one, 0)
  const [opened, openedNow] = [await count(config), await count(present)]
  return { opened, openedByPrevious: opened - openedNow, closed: rows.length - opened }
}
