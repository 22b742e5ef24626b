import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import type { EntityManager } from '../database/orm.ts'
import { hostCookie } from '../http/host-cookie.ts'
import { newToken, tokenHash } from '../http/tokens.ts'
import { StaffSession } from './staff-session.ts'
import type { StaffUser } from './staff-user.ts'

const minute = 60_000
const idleMs = 12 * 60 * minute
const longestMs = 30 * 24 * 60 * minute

/** Signs `user` in on one device and returns the token that proves it. The user's expired sessions go at the same time. */
export async function openSession(em: EntityManager, config: Config, user: StaffUser): Promise<string> {
  const token = newToken()
  await em.nativeDelete(StaffSession, {
    user,
    $or: [{ created_at: { $lte: ago(longestMs) } }, { used_at: { $lte: ago(idleMs) } }],
  })
  await em.insert(StaffSession, { token_hash: tokenHash(config, 'staff session', token), user })
  return token
}

/** The live session of `token` with its user; expiry and deactivation are in the query. */
export async function findSession(em: EntityManager, config: Config, token: string): Promise<StaffSession | null> {
  const session = await em.findOne(
    StaffSession,
    {
      token_hash: tokenHash(config, 'staff session', token),
      created_at: { $gt: ago(longestMs) },
      used_at: { $gt: ago(idleMs) },
      user: { is_active: true },
    },
    { populate: ['user'] },
  )
  if (session && session.used_at < ago(minute))
    await em.nativeUpdate(StaffSession, { id: session.id, used_at: { $lt: ago(minute) } }, { used_at: new Date() })
  return session
}

export async function closeSession(em: EntityManager, config: Config, token: string): Promise<void> {
  await em.nativeDelete(StaffSession, { token_hash: tokenHash(config, 'staff session', token) })
}

/** Signs a user out everywhere: after a password change, a deactivation or a change of role. */
export async function closeAllSessions(em: EntityManager, user: StaffUser): Promise<void> {
  await em.nativeDelete(StaffSession, { user })
}

export function sessionCookie({ PUBLIC_URL }: Config) {
  const cookie = hostCookie(PUBLIC_URL, 'staff_session')
  return { ...cookie, set: (reply: FastifyReply, token: string) => cookie.set(reply, token, longestMs / 1000) }
}

function ago(ms: number): Date {
  return new Date(Date.now() - ms)
}
