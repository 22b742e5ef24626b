import { secondFactorRequired } from '@alumni/shared/staff/second-factor'
import { loginReply } from '@alumni/shared/staff/accounts'
import { z } from 'zod'
import { parseJson, ServerProblem } from '../server/ask-server.ts'
import type { SendToServer } from './forward.ts'
import { createReply } from './reply.ts'

export type SessionStore = { signIn(token: string, user: number): Promise<void>; signOut(): Promise<void> }

export const sessionToken = z.string().regex(/^[\w.~+/-]{1,1000}=*$/)

const pendingMs = 10 * 60_000
const loginPath = '/login'
const secondFactorPath = '/login/second-factor'

/** Signs in with a token instead of a cookie, and removes the token from replies so that the window never sees it. */
export function createSignInGate(send: SendToServer, sessionStore: SessionStore) {
  /** Set while a sign-in is waiting for the second factor. */
  let pending:
    | { token: string; methods: z.output<typeof secondFactorRequired>['second_factor']; expiresAt: number }
    | undefined
  const readPending = () => (pending && pending.expiresAt > performance.now() ? pending : undefined)

  async function ask(request: Request, body?: object): Promise<Response | unknown> {
    const { pathname } = new URL(request.url)
    const response = await send(pathname, {
      method: request.method,
      headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      maxBytes: 64 * 1024,
    })
    const json = await parseJson(response)
    if (response.status === 200) return json
    return createReply(response.status, json, response.headers.get('retry-after'))
  }

  async function saveSignIn(json: unknown): Promise<Response> {
    const signedIn = loginReply.extend({ token: sessionToken }).safeParse(json).data
    if (signedIn) {
      pending = undefined
      await sessionStore.signIn(signedIn.token, signedIn.user.id)
      return createReply(200, { user: signedIn.user })
    }
    const required = secondFactorRequired.required().safeParse(json).data
    if (!required)
      return createReply(502, { error: 'The server sent a reply that this app does not understand. Update the app.' })
    const { second_factor: methods, second_factor_token: token } = required
    pending = { token, methods, expiresAt: performance.now() + pendingMs }
    return createReply(200, { second_factor: methods })
  }

  const routes: Record<string, (request: Request) => Promise<Response>> = {
    async [`POST ${loginPath}`](request) {
      const json = await ask(request, { ...(await bodyOf(request)), token: true })
      return json instanceof Response ? json : saveSignIn(json)
    },

    async [`GET ${secondFactorPath}`](request) {
      const json = await ask(request)
      return json instanceof Response
        ? json
        : createReply(200, { ...(json as object), second_factor: readPending()?.methods ?? null })
    },

    async [`POST ${secondFactorPath}`](request) {
      const json = await ask(request, {
        ...(await bodyOf(request)),
        second_factor_token: readPending()?.token ?? 'none',
      })
      return json instanceof Response ? json : saveSignIn(json)
    },

    /** Signs out of the app even if the server is unreachable. */
    async 'POST /logout'(request) {
      pending = undefined
      try {
        await ask(request, {})
      } catch (error) {
        if (!(error instanceof ServerProblem)) throw error
      } finally {
        await sessionStore.signOut()
      }
      return createReply(204)
    },
  }

  return {
    /** Returns undefined if the request is not about signing in or out. */
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
