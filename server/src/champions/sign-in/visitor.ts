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

/**
 * A visitor of the alumni's site: an unknown person, someone whom a remembered device suggests, or someone with a
 * proven identity.
 */
export type Visitor =
  | { state: 'anonymous'; signup: null }
  | { state: 'recognized'; signup: Signup; device: number }
  | { state: 'verified'; signup: Signup }

declare module 'fastify' {
  interface FastifyRequest {
    /** Resolved once a request, the session before the remembered device. */
    visitor(): Promise<Visitor>
  }
  interface FastifyContextConfig {
    /** The route is open to verified champions only. */
    visitor?: 'verified'
  }
}

const anonymousVisitor: Visitor = { state: 'anonymous', signup: null }

/** Gives every request of the alumni's site its visitor; a device that was used gets its next token with the reply. */
export function identifyVisitors(app: App, { config }: Pick<Context, 'config'>): void {
  const cookies = championCookies(config)
  const visitors = new WeakMap<FastifyRequest, Promise<Visitor>>()
  const replies = new WeakMap<FastifyRequest, FastifyReply>()

  async function resolve(request: FastifyRequest): Promise<Visitor> {
    if (request.site !== 'external') return anonymousVisitor
    const session = cookies.session.read(request)
    const verified = session && (await signupOfSession(request.db, config, session))
    if (verified) return { state: 'verified', signup: verified }
    const token = cookies.device.read(request)
    const used = token && (await useDevice(request.db, config, token, ipHashOf(config, request)))
    if (!used) return anonymousVisitor
    const reply = replies.get(request)
    if (reply) setDeviceCookie(config, reply, used.token)
    return { state: 'recognized', signup: used.signup, device: used.device }
  }

  app.addHook('onRequest', (request, reply, next) => {
    replies.set(request, reply)
    next()
  })
  app.decorateRequest('visitor', function (this: FastifyRequest) {
    const known = visitors.get(this) ?? resolve(this)
    visitors.set(this, known)
    return known
  })
}

/**
 * For a route: `{ ...verifiedOnly, schema }`. Others are led to the sign-in page, which leads back; who posts is led
 * there too.
 */
export const verifiedOnly = {
  constraints: onExternal,
  config: { visitor: 'verified' },
  async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    // A link's token comes before who is signed in; its reader presses the button there.
    const { token } = request.query as { token?: unknown }
    if (isPage && typeof token === 'string')
      return reply.redirect(`/sign-in/link?token=${encodeURIComponent(token.slice(0, 100))}`, 302)
    if ((await request.visitor()).state === 'verified') return
    if (!prefersHtml(request.headers.accept)) throw new HttpError(401, 'Sign in first, then try again.')
    const back = localPath(isPage ? request.url : pathOfReferer(request))
    return reply.redirect(`/sign-in?return_to=${encodeURIComponent(back)}`, isPage ? 302 : 303)
  },
} as const

/** The same for what `find` finds: an address of nothing is a 404 before anyone is asked to sign in. */
export function verifiedOnlyOf(find: (request: FastifyRequest) => Promise<unknown>) {
  return {
    ...verifiedOnly,
    async onRequest(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      // For verified champions the route itself looks it up.
      if ((await request.visitor()).state !== 'verified') await find(request)
      return verifiedOnly.onRequest(request, reply)
    },
  } as const
}

/** The page that a form stands on. */
function pathOfReferer({ headers }: FastifyRequest): string | undefined {
  const { referer } = headers
  return referer && URL.canParse(referer) ? new URL(referer).pathname : undefined
}

/** The champion of a route that is `verifiedOnly`. */
export async function getChampion(request: FastifyRequest): Promise<Signup> {
  const visitor = await request.visitor()
  if (visitor.state !== 'verified') throw new HttpError(401, 'Sign in first, then try again.')
  return visitor.signup
}
