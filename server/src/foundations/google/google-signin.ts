import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import {
  Strategy,
  type GoogleCallbackParameters,
  type Profile,
  type StrategyOptions,
  type VerifyCallback,
} from 'passport-google-oauth20'
import { z } from 'zod'
import type { GoogleProvider } from '../context.ts'
import type { Config } from '../process/config.ts'
import type { HostCookies } from '../http/host-cookie.ts'
import { seal, unseal } from '../http/seal.ts'
import { newToken } from '../http/tokens.ts'

const googleItself: GoogleProvider = {
  authorizationURL: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenURL: 'https://oauth2.googleapis.com/token',
  issuer: 'https://accounts.google.com',
}

/** A person at Google: `uid` is theirs for good. Only an address that Google has verified is here. */
export type GoogleIdentity = {
  uid: string
  email: string | undefined
  hostedDomain: string | undefined
  firstName: string | undefined
  lastName: string | undefined
}

type Options<Carried extends z.ZodType> = {
  provider?: GoogleProvider | undefined
  /** Absolute, and registered at Google. */
  callbackUrl: string
  cookies: HostCookies
  /** The schema of data that `leave` stores and `arrive` returns. */
  carried: Carried
  hostedDomain?: string | undefined
}

const lifetimeSeconds = 10 * 60
/** A proxy reads about 8,000 characters of cookies. */
const maxWaitingLength = 4_000

/**
 * Signing in at Google, in two steps. State, PKCE verifier and nonce are made at the first and wait in a sealed cookie,
 * ten minutes at most; the second takes them away, whatever comes of it. Each press of the button has a cookie of its
 * own, so several tabs can be on their way. Undefined where Google is not configured.
 */
export function googleSignin<Carried extends z.ZodType>(
  config: Config,
  { provider = googleItself, callbackUrl, cookies, carried, hostedDomain }: Options<Carried>,
) {
  const { GOOGLE_CLIENT_ID: clientID, GOOGLE_CLIENT_SECRET: clientSecret } = config
  if (!clientID || !clientSecret) return undefined
  const waiting = z.object({ state: z.string(), verifier: z.string(), nonce: z.string(), carried })
  const strategy = new GoogleWithNonce(
    {
      clientID,
      clientSecret,
      callbackURL: callbackUrl,
      authorizationURL: provider.authorizationURL,
      tokenURL: provider.tokenURL,
      scope: ['openid', 'email', 'profile'],
      pkce: true,
      state: true,
      // The id token comes straight from Google and says the same.
      skipUserProfile: true,
      store: flowStore as never,
    } satisfies OAuthOptions as StrategyOptions,
    (
      _accessToken: string,
      _refreshToken: string,
      reply: GoogleCallbackParameters,
      _profile: Profile,
      done: VerifyCallback,
    ) => done(null, reply),
  )

  return {
    /** Sends the browser to Google. */
    async leave(reply: FastifyReply, carry: z.input<Carried>): Promise<FastifyReply> {
      const flow: Flow = { state: newToken(), nonce: newToken() }
      const outcome = await drive(
        strategy,
        { query: {}, flow },
        { nonce: flow.nonce, hostedDomain, prompt: 'select_account' },
      )
      if (!('redirect' in outcome)) throw new Error('Google’s address could not be made')
      const sealed = await seal(config, cookies.name, { ...flow, carried: carry }, lifetimeSeconds)
      cookies.clear(reply, maxWaitingLength)
      cookies.at(keyOf(flow.state)).set(reply, sealed, lifetimeSeconds)
      return reply.redirect(outcome.redirect, 302)
    },

    /**
     * Returns who came back from Google, and what they set out with. No `identity`: they did not agree, were too late,
     * or Google did not vouch for them.
     */
    async arrive(
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<{ identity?: GoogleIdentity; carried?: z.output<Carried> }> {
      const { query } = request
      const key = keyOf((query as { state?: unknown }).state)
      // Without a known state the sign-in is refused, and the newest cookie only tells where the person was going.
      const shown = cookies.keysOf(request).includes(key) ? key : cookies.keysOf(request).at(-1)
      if (shown === undefined) return {}
      const flow = await unseal(config, cookies.name, waiting, cookies.at(shown).read(request))
      if (shown === key) cookies.at(key).clear(reply)
      if (!flow) return {}
      const { nonce, state, verifier, carried } = flow as Flow & { verifier: string; carried: z.output<Carried> }
      const outcome = await drive(strategy, { query, flow: { state, nonce, verifier } }, {})
      if ('failure' in outcome) request.log.warn({ reason: outcome.failure }, 'a sign-in with Google failed')
      const identity = 'idToken' in outcome ? readIdToken(outcome.idToken, { provider, clientID, nonce }) : undefined
      return identity ? { identity, carried } : { carried }
    },
  }
}

/** Returns the key of the cookie that belongs to a state. */
function keyOf(state: unknown): string {
  return createHash('sha256').update(String(state)).digest('base64url').slice(0, 16)
}

type OAuthOptions = StrategyOptions & { pkce: boolean; state: boolean; skipUserProfile: boolean }
type Flow = { state: string; nonce: string; verifier?: string }
type FlowRequest = { query: unknown; flow: Flow }
type Done = (error: Error | null, result?: unknown, info?: unknown) => void
type Outcome = { redirect: string } | { idToken: string } | { failure: string }

class GoogleWithNonce extends Strategy {
  override authorizationParams(options: { nonce?: string }): object {
    return { ...super.authorizationParams(options), nonce: options.nonce }
  }
}

/**
 * Passport keeps what waits in a session; here it is the cookie, which `FlowRequest` stands for. Passport looks at the
 * number of parameters.
 */
const flowStore = {
  store({ flow }: FlowRequest, verifier: string, _state: unknown, _meta: unknown, done: Done): void {
    flow.verifier = verifier
    done(null, flow.state)
  },
  verify({ flow }: FlowRequest, state: unknown, _meta: unknown, done: Done): void {
    done(null, state === flow.state ? flow.verifier : false)
  },
}

/** One request through a strategy of Passport, which answers by calling one of these. */
function drive(strategy: Strategy, request: FlowRequest, options: object): Promise<Outcome> {
  return new Promise((resolve) => {
    const run = Object.assign(Object.create(strategy) as Strategy, {
      redirect: (url: string) => resolve({ redirect: url }),
      success: ({ id_token }: { id_token?: string }) =>
        resolve(id_token ? { idToken: id_token } : { failure: 'no id token' }),
      fail: () => resolve({ failure: 'refused' }),
      // Its message may hold what was sent.
      error: (error: Error) => resolve({ failure: error.name }),
    })
    run.authenticate(request as never, options)
  })
}

const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  exp: z.number(),
  nonce: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().max(254).optional(),
  email_verified: z.unknown().optional(),
  hd: z.string().optional(),
  given_name: z.string().max(200).optional().catch(undefined),
  family_name: z.string().max(200).optional().catch(undefined),
})

/** The token came from Google over TLS, for our secret: its claims need no signature (OpenID Connect Core 3.1.3.7). */
function readIdToken(
  idToken: string,
  { provider, clientID, nonce }: { provider: GoogleProvider; clientID: string; nonce: string },
): GoogleIdentity | undefined {
  let decoded: unknown
  try {
    decoded = decodeJwt(idToken)
  } catch {
    return undefined
  }
  const { data } = claims.safeParse(decoded)
  if (!data || data.nonce !== nonce || data.aud !== clientID || data.exp * 1000 < Date.now()) return undefined
  if (data.iss !== provider.issuer && `https://${data.iss}` !== provider.issuer) return undefined
  return {
    uid: data.sub,
    email: data.email_verified === true ? data.email : undefined,
    hostedDomain: data.hd,
    firstName: data.given_name,
    lastName: data.family_name,
  }
}
