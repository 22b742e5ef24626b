import { localPath } from '@alumni/shared/staff/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { transact, type Db } from '../../foundations/database/db.ts'
import { deviceName } from '../../foundations/http/device-name.ts'
import type { Config } from '../../foundations/process/config.ts'
import { ipHashOf, writeActivityEvent } from '../record/activity-events.ts'
import type { Signup } from '../record/find-signup.ts'
import { championCookies, setDeviceCookie } from './cookies.ts'
import { rememberDevice, revokeDevice, useDevice } from './devices.ts'
import { closeSession, openSession } from './sessions.ts'

/** A locked signup with a proven identity; `by` is the credential's signup, which may have been merged. */
export type ProvenSignup = { signup: Signup; by: number }

type SigninProof<Outcome> = {
  method: 'link' | 'code' | 'google'
  /** Consumes the credential and locks its signup. */
  prove(db: Db): Promise<Outcome>
}

/**
 * Opens a new session for the proven person, remembers the device on request, and returns the outcome of the proof. The
 * credential is consumed in the same transaction, so that a concurrent deletion or merge cannot intervene.
 */
export async function completeSignin<
  Outcome extends (ProvenSignup & { keepMeSignedIn: boolean }) | { signup?: undefined } | undefined,
>(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { method, prove }: SigninProof<Outcome>,
): Promise<Outcome> {
  const cookies = championCookies(config)
  const ipHash = ipHashOf(config, request)
  const { outcome, session, device } = await transact(db, async (db) => {
    const outcome = await prove(db)
    if (!outcome?.signup) return { outcome }
    const device = await deviceOfBrowser(db, config, request, { ...outcome, ipHash })
    const before = cookies.session.read(request)
    if (before) await closeSession(db, config, before)
    const { signup, by } = outcome
    const session = await openSession(db, config, { id: by }, device?.id)
    const payload = { method, ...(by === signup.id ? {} : { credential_of: by }) }
    await writeActivityEvent(db, { type: 'signin_completed', signup: signup.id, ipHash, payload })
    return { outcome, session, device }
  })
  if (session) {
    cookies.session.set(reply, session)
    cookies.browser.clear(reply)
  }
  if (device) setDeviceCookie(config, reply, device.token)
  return outcome
}

type ProvenBrowser = ProvenSignup & { keepMeSignedIn: boolean; ipHash: string }

/** Returns this browser's device with its next token. Only a new device replaces that of another person. */
async function deviceOfBrowser(
  db: Db,
  config: Config,
  request: FastifyRequest,
  { signup, by, keepMeSignedIn, ipHash }: ProvenBrowser,
): Promise<{ id: number; token: string } | undefined> {
  const token = championCookies(config).device.read(request)
  const known = token ? await useDevice(db, config, token, ipHash) : undefined
  if (known?.signup.id === signup.id) return { id: known.device, token: known.token }
  if (!keepMeSignedIn) return undefined
  if (known) await revokeDevice(db, { signup: known.signup.id, device: known.device, reason: 'replaced', ipHash })
  return rememberDevice(db, config, { signup: { id: by }, name: deviceName(request.headers['user-agent']), ipHash })
}

export function urlAfterSignin(returnTo: string | undefined): string {
  return returnTo ? localPath(returnTo) : '/profile'
}
