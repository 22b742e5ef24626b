import type { FastifyReply, FastifyRequest } from 'fastify'
import { localPath } from '@alumni/shared/staff/accounts'
import { ipHashOf } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { prefersHtml } from '../../foundations/http/accept.ts'
import { championCookies, setDeviceCookie } from './cookies.ts'
import { useDevice } from './devices.ts'
import { signupOfSession } from './sessions.ts'

/** A remembered device makes a visitor `recognized`; signing in makes them `verified`. */
export type Visitor =
  | { state: 'anonymous'; signup: null }
  | { state: 'recognized'; signup: Signup; device: number }
  | { state: 'verified'; signup: Signup }

declare module 'fastify' {
  interface FastifyRequest {
    visitor(): Promise<Visitor>
  }
  interface FastifyContextConfig {
    visitor?: 'verified'
  }
}

const anonymousVisitor: Visitor = { state: 'anonymous', signup: null }

/** Adds `request.visitor()`, which also renews a remembered device's cookie. */
export function identifyVisitors(app: App, { config }: Pick<Context, 'config'>): void {
  const cookies = championCookies(config)
  const visitors = new WeakMap<FastifyRequest, Promise<Visitor>>()
  const replies = new WeakMap<FastifyRequest, FastifyReply>()

  async function resolve(request: FastifyRequest): Promise<Visitor> {
    if (request.site !== 'external') return anonymousVisitor
    const session = cookies.session.read(request)
    const signup = session && (await signupOfSession(request.db, config, session))
    if (signup) return { state: 'verified', signup }
    const token = cookies.device.read(request)
    const device = token && (await useDevice(request.db, config, token, ipHashOf(config, request)))
    if (!device) return anonymousVisitor
    const reply = replies.get(request)
    if (reply) setDeviceCookie(config, reply, device.token)
    return { state: 'recognized', signup: device.signup, device: device.device }
  }

  app.addHook('onRequest', (request, reply, next) => {
    replies.set(request, reply)
    next()
  })
  app.decorateRequest('visitor', function (this: FastifyRequest) {
    const visitor = visitors.get(this) ?? resolve(this)
    visitors.set(this, visitor)
    return visitor
  })
}

/** Redirects visitors who are not verified to the sign-in page, which then redirects back. */
export const verifiedOnly = {
  constraints: onExternal,
  config: { visitor: 'verified' },
  async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    // A sign-in link in an old letter works even for someone who is already signed in.
    const { token } = request.query as { token?: unknown }
    if (isPage && typeof token === 'string')
      return reply.redirect(`/sign-in/link?token=${encodeURIComponent(token.slice(0, 100))}`, 302)
    if ((await request.visitor()).state === 'verified') return
    if (!prefersHtml(request.headers.accept)) throw new HttpError(401, 'Sign in first, then try again.')
    const returnTo = localPath(isPage ? request.url : pathOfReferer(request))
    return reply.redirect(`/sign-in?return_to=${encodeURIComponent(returnTo)}`, isPage ? 302 : 303)
  },
} as const

/** Returns route options that require signing in. Calls `find` first, so that an unknown page is a 404. */
export function verifiedOnlyOf(find: (request: FastifyRequest) => Promise<unknown>) {
  return {
    ...verifiedOnly,
    async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      if ((await request.visitor()).state !== 'verified') await find(request)
      return verifiedOnly.onRequest(request, reply)
    },
  } as const
}

function pathOfReferer({ headers }: FastifyRequest): string | undefined {
  const { referer } = headers
  return referer && URL.canParse(referer) ? new URL(referer).pathname : undefined
}

export async function getChampion(request: FastifyRequest): Promise<Signup> {
  const visitor = await request.visitor()
  if (visitor.state !== 'verified') throw new HttpError(401, 'Sign in first, then try again.')
  return visitor.signup
}
