import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hostCookie, hostCookies } from '../../foundations/http/host-cookie.ts'
import { browserCookie } from '../../foundations/http/idempotent-requests.ts'
import { seal, unseal } from '../../foundations/http/seal.ts'
import type { Config } from '../../foundations/process/config.ts'

export const deviceLifetimeMs = 182 * 24 * 60 * 60_000

export function championCookies({ CHAMPIONS_URL }: Config) {
  return {
    session: hostCookie(CHAMPIONS_URL, 'champion_session'),
    device: hostCookie(CHAMPIONS_URL, 'champion_device'),
    /** The encrypted pending sign-in; its code works only in this browser. */
    signin: hostCookie(CHAMPIONS_URL, 'champion_browser'),
    /** The encrypted state of each tab that is signing in with Google. */
    google: hostCookies(CHAMPIONS_URL, 'champion_google'),
    draft: hostCookie(CHAMPIONS_URL, 'champion_draft'),
  }
}

export function forgetVisitor(config: Config, reply: FastifyReply): void {
  for (const cookie of Object.values(championCookies(config))) cookie.clear(reply)
  // The next visitor must not get the reply to an earlier form submission.
  const press = browserCookie(config, 'external')
  if (press.read(reply.request)) press.clear(reply)
}

export function setDeviceCookie(config: Config, reply: FastifyReply, token: string): void {
  championCookies(config).device.set(reply, token, deviceLifetimeMs / 1000)
}

/** Longer than a code's lifetime, so that pages can report an expired code. */
const lifetimeSeconds = 30 * 60

/** Content of the `signin` cookie, which keeps e-mail addresses out of URLs. */
const pendingSignin = z.object({
  browser: z.string(),
  email: z.string(),
  /** True if the page must mask the address, because it comes from a remembered device and was not typed. */
  isMasked: z.boolean().default(false),
  keepMeSignedIn: z.boolean(),
  returnTo: z.string().optional(),
  /** Time of the request, in milliseconds since 1970. */
  askedAt: z.number(),
})
export type PendingSignin = z.infer<typeof pendingSignin>

export function readPendingSignin(config: Config, request: FastifyRequest): Promise<PendingSignin | undefined> {
  return unseal(config, 'sign-in', pendingSignin, championCookies(config).signin.read(request))
}

export async function savePendingSignin(config: Config, reply: FastifyReply, pending: PendingSignin): Promise<void> {
  const sealed = await seal(config, 'sign-in', pending, lifetimeSeconds)
  championCookies(config).signin.set(reply, sealed, lifetimeSeconds)
}
