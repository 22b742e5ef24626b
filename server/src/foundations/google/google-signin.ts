import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { Strategy } from 'passport-google-oauth20'
import type { GoogleCallbackParameters, Profile, StrategyOptions, VerifyCallback } from 'passport-google-oauth20'
import { z } from 'zod'
import type { GoogleProvider } from '../context.ts'
import type { Config } from '../process/config.ts'
import type { HostCookies } from '../http/host-cookie.ts'
import { seal, unseal } from '../http/seal.ts'
import { createToken } from '../http/tokens.ts'

const googleProvider: GoogleProvider = {
  authorizationURL: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenURL: 'https://oauth2.googleapis.com/token',
  issuer: 'https://accounts.google.com',
}

/** A Google account. `uid` never changes; `email` is set only if Google has verified it. */
export type GoogleIdentity = {
  uid: string
  email: string | undefined
  hostedDomain: string | undefined
  firstName: string | undefined
  lastName: string | undefined
}

type Options<Carried extends z.ZodType> = {
  provider?: GoogleProvider | undefined
  callbackUrl: string
  cookies: HostCookies
  carried: Carried
  hostedDomain?: string | undefined
}

const lifetimeSeconds = 10 * 60
/** Leaves room for other cookies, because proxies accept only about 8,000 characters of cookies in a request. */
const maxCookiesLength = 4_000

/** Returns undefined if Google is not configured. Each attempt has its own cookie, so that several tabs can sign in. */
export function createGoogleSignin<Carried extends z.ZodType>(
  config: Config,
  { provider = googleProvider, callbackUrl, cookies, carried, hostedDomain }: Options<Carried>,
) {
  const { GOOGLE_CLIENT_ID: clientID, GOOGLE_CLIENT_SECRET: clientSecret } = config
  if (!clientID || !clientSecret) return undefined
  const storedFlow = z.object({ state: z.string(), verifier: z.string(), nonce: z.string(), carried })
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
      skipUserProfile: true,
      store: flowStore as never,
    } satisfies OAuthOptions as StrategyOptions,
    (
      _accessToken: string,
      _refreshToken: string,
      reply: GoogleCallbackParameters,
      _profile: Profile,
      callback: VerifyCallback,
    ) => callback(null, reply),
  )

  return {
    async start(reply: FastifyReply, carry: z.input<Carried>): Promise<FastifyReply> {
      const flow: Flow = { state: createToken(), nonce: createToken() }
      const outcome = await runStrategy(
        strategy,
        { query: {}, flow },
        { nonce: flow.nonce, hostedDomain, prompt: 'select_account' },
      )
      if (!('redirect' in outcome)) throw new Error('Google’s address could not be made')
      const sealed = await seal(config, cookies.name, { ...flow, carried: carry }, lifetimeSeconds)
      cookies.clear(reply, maxCookiesLength)
      cookies.forKey(keyOf(flow.state)).set(reply, sealed, lifetimeSeconds)
      return reply.redirect(outcome.redirect, 302)
    },

    /** `identity` is missing if the person declined, the cookie has expired, or the id token is invalid. */
    async finish(
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<{ identity?: GoogleIdentity; carried?: z.output<Carried> }> {
      const { query } = request
      const key = keyOf((query as { state?: unknown }).state)
      // With an unknown state, the sign-in fails, but the newest cookie still provides the carried data.
      const shownKey = cookies.listKeys(request).includes(key) ? key : cookies.listKeys(request).at(-1)
      if (shownKey === undefined) return {}
      const flow = await unseal(config, cookies.name, storedFlow, cookies.forKey(shownKey).read(request))
      if (shownKey === key) cookies.forKey(key).clear(reply)
      if (!flow) return {}
      const { nonce, state, verifier, carried } = flow as Flow & { verifier: string; carried: z.output<Carried> }
      const outcome = await runStrategy(strategy, { query, flow: { state, nonce, verifier } }, {})
      if ('failure' in outcome) request.log.warn({ reason: outcome.failure }, 'a sign-in with Google failed')
      const identity = 'idToken' in outcome ? readIdToken(outcome.idToken, { provider, clientID, nonce }) : undefined
      return identity ? { identity, carried } : { carried }
    },
  }
}

function keyOf(state: unknown): string {
  return createHash('sha256').update(String(state)).digest('base64url').slice(0, 16)
}

type OAuthOptions = StrategyOptions & { pkce: boolean; state: boolean; skipUserProfile: boolean }
type Flow = { state: string; nonce: string; verifier?: string }
type FlowRequest = { query: unknown; flow: Flow }
type PassportCallback = (error: Error | null, result?: unknown, info?: unknown) => void
type Outcome = { redirect: string } | { idToken: string } | { failure: string }

class GoogleWithNonce extends Strategy {
  override authorizationParams(options: { nonce?: string }): object {
    return { ...super.authorizationParams(options), nonce: options.nonce }
  }
}

/** Replaces Passport's session with `FlowRequest`. Do not change the number of parameters, which Passport checks. */
const flowStore = {
  store({ flow }: FlowRequest, verifier: string, _state: unknown, _meta: unknown, callback: PassportCallback): void {
    flow.verifier = verifier
    callback(null, flow.state)
  },
  verify({ flow }: FlowRequest, state: unknown, _meta: unknown, callback: PassportCallback): void {
    callback(null, state === flow.state ? flow.verifier : false)
  },
}

function runStrategy(strategy: Strategy, request: FlowRequest, options: object): Promise<Outcome> {
  return new Promise((resolve) => {
    const run = Object.assign(Object.create(strategy) as Strategy, {
      redirect: (url: string) => resolve({ redirect: url }),
      success: ({ id_token }: { id_token?: string }) =>
        resolve(id_token ? { idToken: id_token } : { failure: 'no id token' }),
      fail: () => resolve({ failure: 'refused' }),
      // Omits the message, because it may contain secrets from the request.
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

/** Does not check the signature, because the token came from Google over TLS (OpenID Connect Core 3.1.3.7). */
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
