import { secondFactorRequired } from '@alumni/shared/staff/second-factor'
import { loginReply } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import { jsonOf, ServerProblem } from '../server/ask-server.ts'
import type { Send } from './forward.ts'
import { reply } from './inert-reply.ts'

/** Where the sign-in is stored. `user` is the id of who it is. */
export type SessionStore = { signIn(token: string, user: number): Promise<void>; signOut(): Promise<void> }

/** A bearer token that is valid in a header. */
export const sessionToken = z.string().regex(/^[\w.~+/-]{1,1000}=*$/)

const waitMs = 10 * 60_000
const loginPath = '/login'
const secondFactorPath = '/login/second-factor'

/**
 * Signing in and out as the window asks for it, the same as in a browser. What a cookie is there, is here a token that
 * the window never sees: it is asked for, taken out of the reply and stored.
 */
export function signInGate(send: Send, sessionStore: SessionStore) {
  /** The password was right, and the second factor is waited for. */
  let waiting:
    | { token: string; methods: z.output<typeof secondFactorRequired>['second_factor']; until: number }
    | undefined
  const stillWaiting = () => (waiting && waiting.until > performance.now() ? waiting : undefined)

  async function ask(request: Request, body?: object): Promise<Response | unknown> {
    const { pathname } = new URL(request.url)
    const answer = await send(pathname, {
      method: request.method,
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      maxBytes: 64 * 1024,
    })
    const json = await jsonOf(answer)
    if (answer.status === 200) return json
    return reply(answer.status, json, answer.headers.get('retry-after'))
  }

  /** Takes the token out; what is left is for the window. */
  async function take(json: unknown): Promise<Response> {
    const entered = loginReply.extend({ token: sessionToken }).safeParse(json).data
    if (entered) {
      waiting = undefined
      await sessionStore.signIn(entered.token, entered.user.id)
      return reply(200, { user: entered.user })
    }
    const wanted = secondFactorRequired.required().safeParse(json).data
    if (!wanted)
      return reply(502, { error: 'The server sent a reply that this app does not understand. Update the app.' })
    const { second_factor: methods, second_factor_token: token } = wanted
    waiting = { token, methods, until: performance.now() + waitMs }
    return reply(200, { second_factor: methods })
  }

  const routes: Record<string, (request: Request) => Promise<Response>> = {
    async [`POST ${loginPath}`](request) {
      const json = await ask(request, { ...(await bodyOf(request)), token: true })
      return json instanceof Response ? json : take(json)
    },

    async [`GET ${secondFactorPath}`](request) {
      const json = await ask(request)
      return json instanceof Response
        ? json
        : reply(200, { ...(json as object), second_factor: stillWaiting()?.methods ?? null })
    },

    async [`POST ${secondFactorPath}`](request) {
      const json = await ask(request, {
        ...(await bodyOf(request)),
        second_factor_token: stillWaiting()?.token ?? 'none',
      })
      return json instanceof Response ? json : take(json)
    },

    /** Signed out here even where the server does not hear of it. */
    async 'POST /logout'(request) {
      waiting = undefined
      try {
        await ask(request, {})
      } catch (error) {
        if (!(error instanceof ServerProblem)) throw error
      } finally {
        await sessionStore.signOut()
      }
      return reply(204)
    },
  }

  return {
    /** Undefined: the request is not about signing in or out. */
    async answer(request: Request): Promise<Response | undefined> {
      const route = routes[`${request.method} ${new URL(request.url).pathname}`]
      return route?.(request).catch((error: unknown) => {
        if (error instanceof ServerProblem) return Response.error()
        throw error
      })
    },
  }
}

async function bodyOf(request: Request): Promise<object> {
  return z
    .looseObject({})
    .catch({})
    .parse(await request.json().catch(() => null))
}
