import { compare } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { hostCookie } from '../../foundations/http/host-cookie.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'

const lifetimeSeconds = 10 * 60
const purpose = 'pending sign-in'

/** Stores a sign-in that still needs a second factor, for ten minutes, and returns its token. */
export async function openPendingSignIn(db: Db, config: Config, userId: number): Promise<string> {
  const token = createToken()
  await db.remove('staff_pending_sign_ins', { expires_at: compare('<', sql<string>`now()`) })
  await db.insert('staff_pending_sign_ins', {
    token_hash: hashToken(config, purpose, token),
    user_id: userId,
    expires_at: sql<string>`now() + ${lifetimeSeconds} * interval '1 second'`,
  })
  return token
}

/** Returns the user id of a sign-in that still needs a second factor, or undefined if it has expired. */
export async function findPendingSignIn(db: Db, config: Config, token: string | undefined) {
  if (!token) return undefined
  const row = await db
    .selectFrom('staff_pending_sign_ins as p')
    .innerJoin('staff_users as u', 'u.id', 'p.user_id')
    .select('p.user_id')
    .where('p.token_hash', 'in', hashTokenWithAllSecrets(config, purpose, token))
    .where('p.expires_at', '>', sql<string>`now()`)
    .where('u.is_active', '=', true)
    .executeTakeFirst()
  return row?.user_id
}

export async function savePendingChallenge(db: Db, config: Config, token: string, challenge: string | null) {
  await db.update(
    'staff_pending_sign_ins',
    { token_hash: hashTokenWithAllSecrets(config, purpose, token) },
    { challenge },
  )
}

/** Returns a function that consumes the stored challenge, and returns false if it differs or was consumed before. */
export function consumePendingChallenge(db: Db, config: Config, token: string) {
  const token_hash = hashTokenWithAllSecrets(config, purpose, token)
  return async (challenge: string): Promise<boolean> =>
    (await db.update('staff_pending_sign_ins', { token_hash, challenge }, { challenge: null })) > 0
}

/** Closes a pending sign-in. Returns whether it was open; only one of several concurrent calls returns true. */
export async function closePendingSignIn(db: Db, config: Config, token: string): Promise<boolean> {
  return (
    (await db.remove('staff_pending_sign_ins', { token_hash: hashTokenWithAllSecrets(config, purpose, token) })) > 0
  )
}

export function pendingCookie({ PUBLIC_URL }: Config) {
  const cookie = hostCookie(PUBLIC_URL, 'staff_second_factor')
  return {
    ...cookie,
    set: (...[reply, token]: Parameters<typeof cookie.set>) => cookie.set(reply, token, lifetimeSeconds),
  }
}
