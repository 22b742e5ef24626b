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
    /** The sealed pending sign-in; its code works only in this browser. */
    browser: hostCookie(CHAMPIONS_URL, 'champion_browser'),
    /** The sealed state of each tab that went to Google. */
    google: hostCookies(CHAMPIONS_URL, 'champion_google'),
    draft: hostCookie(CHAMPIONS_URL, 'champion_draft'),
  }
}

export function forgetVisitor(config: Config, reply: FastifyReply): void {
  for (const cookie of Object.values(championCookies(config))) cookie.clear(reply)
  // Earlier form submissions must not be repeated for the next visitor.
  const press = browserCookie(config, 'external')
  if (press.read(reply.request)) press.clear(reply)
}

export function setDeviceCookie(config: Config, reply: FastifyReply, token: string): void {
  championCookies(config).device.set(reply, token, deviceLifetimeMs / 1000)
}

/** Longer than the letter is valid, so that pages can report an expired code. */
const lifetimeSeconds = 30 * 60

/** The sealed sign-in cookie, which keeps the address out of URLs. */
const pendingSignin = z.object({
  browser: z.string(),
  email: z.string(),
  /** The device suggested the address, so pages show it masked. */
  isMasked: z.boolean().default(false),
  keepMeSignedIn: z.boolean(),
  returnTo: z.string().optional(),
  /** In milliseconds since 1970; limits how soon another letter can be requested. */
  askedAt: z.number(),
})
export type PendingSignin = z.infer<typeof pendingSignin>

export function readPendingSignin(config: Config, request: FastifyRequest): Promise<PendingSignin | undefined> {
  return unseal(config, 'sign-in', pendingSignin, championCookies(config).browser.read(request))
}

export async function savePendingSignin(config: Config, reply: FastifyReply, pending: PendingSignin): Promise<void> {
  const sealed = await seal(config, 'sign-in', pending, lifetimeSeconds)
  championCookies(config).browser.set(reply, sealed, lifetimeSeconds)
}
