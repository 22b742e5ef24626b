import { compare } from '../../foundations/database/rows.ts'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { createToken, hashToken, hashTokenWithAllSecrets } from '../../foundations/http/tokens.ts'
import type { Config } from '../../foundations/process/config.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { findSurvivingSignup, type Signup } from '../record/find-signup.ts'
import { deviceLifetimeMs } from './cookies.ts'

/** `parent` is the hash of the token that this one replaces. */
export type DeviceToken = { hash: string; parent: string | null }

const purpose = 'champion device'

/** Maximum number of issued but unused tokens per device. */
const maxUnusedTokens = 20

export async function rememberDevice(
  db: Db,
  config: Config,
  { signup, name, ipHash }: { signup: Pick<Signup, 'id'>; name: string; ipHash?: string },
): Promise<{ id: number; token: string }> {
  const secret = createToken()
  const { id, public_id } = await db
    .insertInto('champion_devices')
    .values({
      signup_id: signup.id,
      name,
      token_hash: hashToken(config, purpose, secret),
      expires_at: sql`now() + ${deviceLifetimeMs / 1000} * interval '1 second'`,
    })
    .returning(['id', 'public_id'])
    .executeTakeFirstOrThrow()
  await writeActivityEvent(db, { type: 'device_remembered', signup: signup.id, ipHash, payload: { device: id } })
  return { id, token: `${public_id}.${secret}` }
}

/** Returns the next token. One works until its successor is used, as replies get lost; an older one revokes the device. */
export async function useDevice(
  db: Db,
  config: Config,
  token: string,
  ipHash?: string,
): Promise<{ signup: Signup; device: number; token: string } | undefined> {
  const [, publicId, secret] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? []
  if (!publicId || !secret) return undefined
  return transact(db, async (db) => {
    const device = await db.find(
      'champion_devices',
      ['id', 'signup_id', 'token_hash', 'tokens'],
      { public_id: publicId, revoked_at: null, expires_at: compare('>', sql<string>`now()`) },
      { lock: true },
    )
    if (!device) return undefined
    const hashes = hashTokenWithAllSecrets(config, purpose, secret)
    const firstToken = { hash: device.token_hash, parent: null }
    const tokens = device.tokens.length > 0 ? device.tokens : [firstToken]
    const usedToken = tokens.find(({ hash }) => hashes.includes(hash))
    if (!usedToken) {
      await revokeDevice(db, { signup: device.signup_id, device: device.id, reason: 'replayed', ipHash })
      return undefined
    }
    const signup = await findSurvivingSignup(db, device.signup_id)
    if (!signup) return undefined
    const nextSecret = createToken()
    const nextToken = { hash: hashToken(config, purpose, nextSecret), parent: usedToken.hash }
    const unusedTokens = tokens.filter((other) => other !== usedToken && other.hash !== usedToken.parent)
    await db.update(
      'champion_devices',
      { id: device.id },
      {
        used_at: sql`now()`,
        tokens: JSON.stringify([...unusedTokens.slice(-maxUnusedTokens), usedToken, nextToken]),
        // Version 0.15.1, which may run at the same time, uses this column.
        token_hash: nextToken.hash,
      },
    )
    return { signup, device: device.id, token: `${publicId}.${nextSecret}` }
  })
}

export type Revocation = {
  signup: number
  device: number
  reason: 'replayed' | 'replaced' | 'signed out' | 'by the champion' | 'by staff' | 'not me' | 'deleted'
  ipHash?: string | undefined
  staff?: number | undefined
}

/** Revokes a device and closes its sessions. Returns false if the device was already revoked. */
export async function revokeDevice(db: Db, { signup, device, reason, ipHash, staff }: Revocation): Promise<boolean> {
  return transact(db, async (db) => {
    const revoked = await db.update('champion_devices', { id: device, revoked_at: null }, { revoked_at: sql`now()` })
    if (revoked === 0) return false
    await db.remove('champion_sessions', { device_id: device })
    await writeActivityEvent(db, { type: 'device_revoked', signup, ipHash, payload: { device, reason, staff } })
    return true
  })
}

export type Device = { id: number; signup: number; name: string; is_this: boolean; created_at: string; used_at: string }

/** Lists the most recently used device first. `token` is this browser's device cookie. */
export async function listDevices(db: Db, signups: readonly number[], token?: string): Promise<Device[]> {
  const rows = await db.findAll(
    'champion_devices',
    [
      'id',
      'signup_id as signup',
      'name',
      'public_id',
      utc('created_at').as('created_at'),
      utc('used_at').as('used_at'),
    ],
    { signup_id: signups, revoked_at: null, expires_at: compare('>', sql<string>`now()`) },
    { by: '-champion_devices.used_at' },
  )
  const [thisId] = token?.split('.') ?? []
  return rows.map(({ public_id, ...device }) => ({ ...device, is_this: public_id === thisId }))
}

export async function pruneDevices(db: Db): Promise<void> {
  await db
    .deleteFrom('champion_devices')
    .where((eb) => eb.fn('least', ['expires_at', 'revoked_at']), '<', sql<string>`now() - interval '30 days'`)
    .execute()
}

type RevocationReason = Omit<Revocation, 'signup' | 'device'>

export async function revokeDevices(db: Db, signups: readonly number[], reason: RevocationReason): Promise<void> {
  for (const { id, signup } of await listDevices(db, signups)) await revokeDevice(db, { signup, device: id, ...reason })
}
