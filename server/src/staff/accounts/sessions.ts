import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { deviceName } from '../../foundations/http/device-name.ts'
import { hostCookie } from '../../foundations/http/host-cookie.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'
import { StaffSession, StaffUser } from './staff-user.ts'

const minute = 60_000
const idleMs = 12 * 60 * minute
const maxAgeMs = 30 * 24 * 60 * minute

/** Opens a session and returns its token. Deletes the user's expired sessions. */
export async function openSession(
  db: Db,
  config: Config,
  user: StaffUser,
  browser = deviceName(undefined),
): Promise<string> {
  const token = createToken()
  await db.entities.nativeDelete(StaffSession, {
    user,
    $or: [{ created_at: { $lte: msAgo(maxAgeMs) } }, { used_at: { $lte: msAgo(idleMs) } }],
  })
  await db.entities.insert(StaffSession, { token_hash: hashToken(config, 'staff session', token), user, browser })
  await db.entities.nativeUpdate(StaffUser, { id: user.id }, { last_signed_in_at: new Date() })
  return token
}

/** Finds an active session and records its use at most once a minute. */
export async function findSession(db: Db, config: Config, token: string): Promise<StaffSession | null> {
  const session = await db.entities.findOne(
    StaffSession,
    {
      token_hash: { $in: hashTokenWithAllSecrets(config, 'staff session', token) },
      created_at: { $gt: msAgo(maxAgeMs) },
      used_at: { $gt: msAgo(idleMs) },
      user: { is_active: true },
    },
    { populate: ['user'] },
  )
  // The condition prevents concurrent requests from writing this twice.
  if (session && session.used_at < msAgo(minute))
    await db.entities.nativeUpdate(
      StaffSession,
      { id: session.id, used_at: { $lt: msAgo(minute) } },
      { used_at: new Date() },
    )
  return session
}

export async function closeSession(db: Db, config: Config, token: string): Promise<void> {
  await db.entities.nativeDelete(StaffSession, {
    token_hash: { $in: hashTokenWithAllSecrets(config, 'staff session', token) },
  })
}

/** Closes all sessions but `except`, and ends pending sign-ins. Returns the number of active sessions closed. */
export async function closeAllSessions(db: Db, { id }: { id: number }, except = 0): Promise<number> {
  await db.remove('staff_pending_sign_ins', { user_id: id })
  await db.remove('staff_app_codes', { user_id: id })
  const closed = await db
    .deleteFrom('staff_sessions')
    .where('user_id', '=', id)
    .where('id', '!=', except)
    .returning(isLive('staff_sessions').as('is_live'))
    .execute()
  return closed.filter(({ is_live }) => is_live).length
}

/** Builds the SQL condition that a session in `table` has expired neither by idle time nor by age. */
export function isLive(table: string) {
  const columnOf = (column: string) => sql.ref(`${table}.${column}`)
  return sql<boolean>`(${columnOf('used_at')} > now() - ${idleMs / 1000} * interval '1 second' and ${columnOf('created_at')} > now() - ${maxAgeMs / 1000} * interval '1 second')`
}

export function browserOf({ headers }: FastifyRequest): string {
  return deviceName(headers['user-agent'])
}

export function sessionCookie({ PUBLIC_URL }: Config) {
  const cookie = hostCookie(PUBLIC_URL, 'staff_session')
  return { ...cookie, set: (reply: FastifyReply, token: string) => cookie.set(reply, token, maxAgeMs / 1000) }
}

function msAgo(ms: number): Date {
  return new Date(Date.now() - ms)
}
