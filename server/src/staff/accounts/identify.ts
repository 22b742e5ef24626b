import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasRole, localPath } from '@alumni/shared/staff/accounts'
import type { Role, SessionReply, StaffUser as StaffUserReply } from '@alumni/shared/staff/accounts'
import type { Config } from '../../foundations/process/config.ts'
import type { App } from '../../foundations/context.ts'
import { prefersHtml } from '../../foundations/http/accept.ts'
import { readBearerToken } from '../../foundations/http/request.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { findSession, sessionCookie } from './sessions.ts'
import { mustSetUpSecondFactor } from './second-factor.ts'
import { type StaffSession, type StaffUser } from './staff-user.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in staff user; null if there is none or `identifyStaff()` has not run yet. */
    staffUser: StaffUser | null
    staffSession: StaffSession | null
    /** Reads the session token from the cookie or the Bearer token. Throws HttpError 400 if both are sent. */
    staffToken(): string | undefined
    identifyStaff(): Promise<StaffUser | null>
    sessionReply(): Promise<SessionReply | null>
  }
}

export function identifyStaff(app: App, config: Config): void {
  const cookie = sessionCookie(config)
  app.decorateRequest('staffUser', null)
  app.decorateRequest('staffSession', null)
  app.decorateRequest('staffToken', function (this: FastifyRequest) {
    const [fromCookie, fromHeader] = [cookie.read(this), readBearerToken(this)]
    if (fromCookie !== undefined && fromHeader !== undefined)
      throw new HttpError(400, 'Send the session as a cookie or as a Bearer token, not both.')
    return fromCookie ?? fromHeader
  })
  app.decorateRequest('identifyStaff', async function (this: FastifyRequest) {
    const token = this.staffToken()
    this.staffSession = token ? await findSession(this.db, config, token) : null
    if (this.staffSession) this.server.guard.recordStaff(this.raw)
    return (this.staffUser = this.staffSession?.user ?? null)
  })
  app.decorateRequest('sessionReply', async function (this: FastifyRequest) {
    const { staffUser, db } = this
    if (!staffUser) return null
    return {
      user: toStaffUserReply(staffUser),
      institution: config.institution,
      ...((await mustSetUpSecondFactor(db, staffUser)) && { must_set_up_second_factor: true as const }),
    }
  })
}

/** Returns a hook that admits users with `role` and redirects signed-out page requests to the sign-in page. */
export function allowRole(role: Role) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const user = await request.identifyStaff()
    if (user && hasRole(user.role, role)) {
      if (role !== 'admin' || !(await mustSetUpSecondFactor(request.db, user))) return
      if (request.method === 'GET' && prefersHtml(request.headers.accept)) return reply.redirect('/account', 302)
      throw new HttpError(403, 'Administrators need a second factor here. Set yours up in your account.', {
        body: { set_up_second_factor: true },
      })
    }
    if (user)
      throw new HttpError(403, `This is open to ${roleDescriptions[role]} only. Ask an administrator if you need it.`)
    const isNavigation = ['GET', 'HEAD'].includes(request.method) && prefersHtml(request.headers.accept)
    if (!isNavigation) throw createSignedOutError()
    return reply.redirect(`/login?return_to=${encodeURIComponent(localPath(request.url))}`, 302)
  }
}

const roleDescriptions: Record<Role, string> = {
  viewer: 'staff',
  staff: 'people whose role is staff',
  admin: 'administrators',
}

function createSignedOutError(): HttpError {
  return new HttpError(401, 'You are signed out. Sign in and try again.')
}

/** Returns the user that `allowRole` identified. Throws HttpError 401 if there is none. */
export function getStaffUser({ staffUser }: Pick<FastifyRequest, 'staffUser'>): StaffUser {
  if (!staffUser) throw createSignedOutError()
  return staffUser
}

export function toStaffUserReply({ id, email, name, role }: StaffUser): StaffUserReply {
  return { id, email, name, role }
}

/** Returns the session that `allowRole` identified. Throws HttpError 401 if there is none. */
export function getStaffSession({ staffSession }: Pick<FastifyRequest, 'staffSession'>): StaffSession {
  if (!staffSession) throw createSignedOutError()
  return staffSession
}
