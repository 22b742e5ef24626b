import { hkdfSync } from 'node:crypto'
import { compactDecrypt, CompactEncrypt, EncryptJWT, jwtDecrypt } from 'jose'
import type { z } from 'zod'
import type { Config } from '../process/config.ts'
import { secretsOf } from './tokens.ts'

/**
 * Seals data that a browser carries for us for a while, and can neither read nor change. The key follows from the
 * server's own secret and is another one for each purpose, such as `sign-in`.
 */
export function seal(config: Config, purpose: string, content: object, lifetimeSeconds: number): Promise<string> {
  return new EncryptJWT({ content })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${lifetimeSeconds} s`)
    .encrypt(keyOf(config.SESSION_SECRET, purpose))
}

/** Undefined: it was not sealed here for this purpose, or its time is over. */
export async function unseal<Schema extends z.ZodType>(
  config: Config,
  purpose: string,
  schema: Schema,
  sealed: string | undefined,
): Promise<z.output<Schema> | undefined> {
  if (!sealed) return undefined
  const open = (key: Uint8Array) => jwtDecrypt(sealed, key, { requiredClaims: ['exp'] })
  const opened = await Promise.any(keysFor(config, purpose).map(open)).catch(() => undefined)
  return schema.safeParse(opened?.payload.content).data
}

/** A secret as it is stored: worthless without the server's own. `purpose` names whose it is, such as `totp of 12`. */
export function encryptForStorage(config: Config, purpose: string, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyOf(config.SESSION_SECRET, purpose))
}

/** Throws where it was not stored for this purpose, or under another secret of the server. */
export async function decryptFromStorage(config: Config, purpose: string, stored: string): Promise<string> {
  const opened = await Promise.any(keysFor(config, purpose).map((key) => compactDecrypt(stored, key)))
  return new TextDecoder().decode(opened.plaintext)
}

function keysFor(config: Config, purpose: string): Uint8Array[] {
  return secretsOf(config).map((secret) => keyOf(secret, purpose))
}

function keyOf(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `seal: ${purpose}`, 32))
}
