import { sql } from 'kysely'
import { compare } from '../../foundations/database/rows.ts'
import { survivorOf, type Signup } from '../record/find-signup.ts'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'

const purpose = 'champion session'
const maxIdle = '12 hours'
const maxAge = '7 days'

export async function openSession(
  db: Db,
  config: Config,
  signup: Pick<Signup, 'id'>,
  device: number | null = null,
): Promise<string> {
  const token = createToken()
  await db.insert('champion_sessions', {
    token_hash: hashToken(config, purpose, token),
    signup_id: signup.id,
    device_id: device,
  })
  return token
}

/** Returns the surviving signup of a session, undefined if it has expired, and records the use. */
export async function signupOfSession(db: Db, config: Config, token: string): Promise<Signup | undefined> {
  const hashes = hashTokenWithAllSecrets(config, purpose, token)
  const row = await db
    .selectFrom('champion_sessions as session')
    .innerJoin('champion_signups as signup', (join) =>
      join.on(({ eb, ref }) => eb('signup.id', '=', survivorOf(ref('session.signup_id')))),
    )
    .selectAll('signup')
    .select(sql<boolean>`session.used_at < now() - interval '1 minute'`.as('is_stale'))
    .where('session.token_hash', 'in', hashes)
    .where('session.created_at', '>', ago(maxAge))
    .where('session.used_at', '>', ago(maxIdle))
    .executeTakeFirst()
  if (!row) return undefined
  const { is_stale, ...signup } = row
  if (is_stale) await db.update('champion_sessions', { token_hash: hashes }, { used_at: sql`now()` })
  return signup
}

export async function closeSession(db: Db, config: Config, token: string): Promise<void> {
  await db.remove('champion_sessions', { token_hash: hashTokenWithAllSecrets(config, purpose, token) })
}

export async function closeAllSessions(db: Db, signups: readonly number[]): Promise<void> {
  await db.remove('champion_sessions', { signup_id: signups })
}

export async function countSessions(db: Db, signups: readonly number[]): Promise<number> {
  const open = { signup_id: signups, created_at: compare('>', ago(maxAge)), used_at: compare('>', ago(maxIdle)) }
  return (await db.findAll('champion_sessions', ['signup_id'], open)).length
}

export async function pruneSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('champion_sessions')
    .where((eb) => eb.or([eb('created_at', '<=', ago(maxAge)), eb('used_at', '<=', ago(maxIdle))]))
    .execute()
}

function ago(interval: string) {
  return sql<string>`now() - ${interval}::interval`
}
