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

/** A locked signup with a proven owner. `provenId` is its id, or that of a signup merged into it. */
export type ProvenSignup = { signup: Signup; provenId: number }

type SigninProof<Outcome> = {
  method: 'link' | 'code' | 'google'
  /** Consumes the credential and locks its signup. */
  verifyCredential(db: Db): Promise<Outcome>
}

/** Calls `verifyCredential` in a transaction. For a signup, opens a session and remembers the device on request. */
export async function completeSignin<
  Outcome extends (ProvenSignup & { keepMeSignedIn: boolean }) | { signup?: undefined } | undefined,
>(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { method, verifyCredential }: SigninProof<Outcome>,
): Promise<Outcome> {
  const cookies = championCookies(config)
  const ipHash = ipHashOf(config, request)
  const { outcome, session, device } = await transact(db, async (db) => {
    const outcome = await verifyCredential(db)
    if (!outcome?.signup) return { outcome }
    const device = await renewDevice(db, config, request, { ...outcome, ipHash })
    const formerSession = cookies.session.read(request)
    if (formerSession) await closeSession(db, config, formerSession)
    const { signup, provenId } = outcome
    const session = await openSession(db, config, { id: provenId }, device?.id)
    const payload = { method, ...(provenId === signup.id ? {} : { credential_of: provenId }) }
    await writeActivityEvent(db, { type: 'signin_completed', signup: signup.id, ipHash, payload })
    return { outcome, session, device }
  })
  if (session) {
    cookies.session.set(reply, session)
    cookies.signin.clear(reply)
  }
  if (device) setDeviceCookie(config, reply, device.token)
  return outcome
}

type ProvenBrowser = ProvenSignup & { keepMeSignedIn: boolean; ipHash: string }

/**
 * Keeps the device if this browser is already remembered for this person. Otherwise, if `keepMeSignedIn` is set,
 * remembers a new one and revokes a device that this browser remembered for someone else.
 */
async function renewDevice(
  db: Db,
  config: Config,
  request: FastifyRequest,
  { signup, provenId, keepMeSignedIn, ipHash }: ProvenBrowser,
): Promise<{ id: number; token: string } | undefined> {
  const token = championCookies(config).device.read(request)
  const current = token ? await useDevice(db, config, token, ipHash) : undefined
  if (current?.signup.id === signup.id) return { id: current.device, token: current.token }
  if (!keepMeSignedIn) return undefined
  if (current) await revokeDevice(db, { signup: current.signup.id, device: current.device, reason: 'replaced', ipHash })
  const name = deviceName(request.headers['user-agent'])
  return rememberDevice(db, config, { signup: { id: provenId }, name, ipHash })
}

export function urlAfterSignin(returnTo: string | undefined): string {
  return returnTo ? localPath(returnTo) : '/profile'
}
