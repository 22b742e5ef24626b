import type { FastifyReply } from 'fastify'
import type { Config } from '../../foundations/process/config.ts'
import { hostCookie } from '../../foundations/http/host-cookie.ts'

/** A device is remembered for 182 days. */
export const deviceLifetimeMs = 182 * 24 * 60 * 60_000

/** The cookies of the alumni's site. */
export function championCookies({ CHAMPIONS_URL }: Config) {
  return {
    session: hostCookie(CHAMPIONS_URL, 'champion_session'),
    device: hostCookie(CHAMPIONS_URL, 'champion_device'),
    /** The sign-in that this browser has asked for, sealed: its code works nowhere else. */
    browser: hostCookie(CHAMPIONS_URL, 'champion_browser'),
    /** What waits for somebody's return from Google, sealed. */
    google: hostCookie(CHAMPIONS_URL, 'champion_google'),
    /** The draft of somebody who has not signed up yet. */
    draft: hostCookie(CHAMPIONS_URL, 'champion_draft'),
  }
}

/** Leaves a browser that knows nobody: not who was here, nor what they asked for or began to fill in. */
export function forgetVisitor(config: Config, reply: FastifyReply): void {
  for (const cookie of Object.values(championCookies(config))) cookie.clear(reply)
}

export function setDeviceCookie(config: Config, reply: FastifyReply, token: string): void {
  championCookies(config).device.set(reply, token, deviceLifetimeMs / 1000)
}
