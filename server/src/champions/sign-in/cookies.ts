import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hostCookie, hostCookies } from '../../foundations/http/host-cookie.ts'
import { pressCookie } from '../../foundations/http/second-press.ts'
import { seal, unseal } from '../../foundations/http/seal.ts'
import type { Config } from '../../foundations/process/config.ts'

/** A device is remembered for 182 days. */
export const deviceLifetimeMs = 182 * 24 * 60 * 60_000

/** The cookies of the alumni's site. */
export function championCookies({ CHAMPIONS_URL }: Config) {
  return {
    session: hostCookie(CHAMPIONS_URL, 'champion_session'),
    device: hostCookie(CHAMPIONS_URL, 'champion_device'),
    /** The sign-in that this browser has asked for, sealed: its code works nowhere else. */
    browser: hostCookie(CHAMPIONS_URL, 'champion_browser'),
    /** The sealed data for a person's return from Google, for each tab that set out. */
    google: hostCookies(CHAMPIONS_URL, 'champion_google'),
    /** The draft of a person who has not signed up yet. */
    draft: hostCookie(CHAMPIONS_URL, 'champion_draft'),
  }
}

/** Leaves a browser that knows no one: not who was here, nor what they asked for or began to fill in. */
export function forgetVisitor(config: Config, reply: FastifyReply): void {
  for (const cookie of Object.values(championCookies(config))) cookie.clear(reply)
  // Earlier presses now belong to someone else.
  const press = pressCookie(config, 'external')
  if (press.read(reply.request)) press.clear(reply)
}

export function setDeviceCookie(config: Config, reply: FastifyReply, token: string): void {
  championCookies(config).device.set(reply, token, deviceLifetimeMs / 1000)
}

/** It slightly outlasts a letter, so that pages can say that a person comes late. */
const lifetimeSeconds = 30 * 60

/**
 * The sealed cookie of a browser that asked for a sign-in: its address is in no URL, and only on this browser's pages.
 */
const pendingSignin = z.object({
  /** The secret that makes its code work in this browser only. */
  browser: z.string(),
  email: z.string(),
  /** This device suggested the address, and no one typed it here: pages show it masked. */
  isMasked: z.boolean().default(false),
  keepMeSignedIn: z.boolean(),
  /** The page that it was on its way to. */
  returnTo: z.string().optional(),
  /** In milliseconds since 1970: another letter can be asked for some time after it. */
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
