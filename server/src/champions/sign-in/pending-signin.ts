import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import { seal, unseal } from '../../foundations/http/seal.ts'
import { championCookies } from './cookies.ts'

/** A little longer than a letter works, so that somebody who comes late is told so. */
const lifetimeSeconds = 30 * 60

/** What a browser that asked for a sign-in carries, sealed: the address is in no URL, and on no page but this browser's. */
const pendingSignin = z.object({
  /** The secret that makes its code work in this browser only. */
  browser: z.string(),
  email: z.string(),
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
