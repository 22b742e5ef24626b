import type { FastifyReply, FastifyRequest } from 'fastify'
import { ipHashOf, writeActivityEvent, type Signup } from '../champions/index.ts'
import type { Config } from '../config.ts'
import type { EntityManager } from '../database/orm.ts'
import { championCookies, setDeviceCookie } from './cookies.ts'
import { deviceName } from '../http/device-name.ts'
import { rememberDevice, revokeDevice, useDevice } from './devices.ts'
import { closeSession, openSession } from './sessions.ts'

type Completed = { method: 'link' | 'code' | 'google' | 'email_change'; keepMeSignedIn: boolean }

/** Verifies this browser as `signup`: with a session of its own, never one that it had before, and remembered where it asked for that. */
export async function completeSignin(
  em: EntityManager,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  signup: Signup,
  { method, keepMeSignedIn }: Completed,
): Promise<void> {
  const cookies = championCookies(config)
  const ipHash = ipHashOf(config, request)
  const { session, device } = await em.transactional(async (em) => {
    const before = cookies.session.read(request)
    if (before) await closeSession(em, config, before)
    const device = await deviceOfBrowser(em, config, request, { signup, keepMeSignedIn, ipHash })
    const session = await openSession(em, config, signup, device?.id)
    await writeActivityEvent(em, { type: 'signin_completed', signup: signup.id, ipHash, payload: { method } })
    return { session, device }
  })
  cookies.session.set(reply, session)
  cookies.browser.clear(reply)
  if (device?.token) setDeviceCookie(config, reply, device.token)
}

type Remembering = { signup: Signup; keepMeSignedIn: boolean; ipHash: string }

/** The device that this browser is to `signup`, with its next token. One that was remembered for somebody else gives way only to a new one. */
async function deviceOfBrowser(
  em: EntityManager,
  config: Config,
  request: FastifyRequest,
  { signup, keepMeSignedIn, ipHash }: Remembering,
): Promise<{ id: number; token: string | undefined } | undefined> {
  const token = championCookies(config).device.read(request)
  const known = token ? await useDevice(em, config, token, ipHash) : undefined
  if (known?.signup.id === signup.id) return { id: known.device, token: known.token }
  if (!keepMeSignedIn) return undefined
  if (known) await revokeDevice(em, { signup: known.signup.id, device: known.device, reason: 'replaced', ipHash })
  return rememberDevice(em, config, { signup, name: deviceName(request.headers['user-agent']), ipHash })
}
