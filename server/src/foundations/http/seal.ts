import { hkdfSync } from 'node:crypto'
import { compactDecrypt, CompactEncrypt, EncryptJWT, jwtDecrypt } from 'jose'
import type { z } from 'zod'
import type { Config } from '../process/config.ts'
import { listSecrets } from './tokens.ts'

/** Encrypts data for a cookie, header or URL. Each purpose, such as `sign-in`, has its own key. */
export function seal(config: Config, purpose: string, content: object, lifetimeSeconds: number): Promise<string> {
  return new EncryptJWT({ content })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${lifetimeSeconds} s`)
    .encrypt(deriveKey(config.SESSION_SECRET, purpose))
}

/** Decrypts sealed data. Returns undefined if it has expired, is invalid, or was sealed for another purpose. */
export async function unseal<Schema extends z.ZodType>(
  config: Config,
  purpose: string,
  schema: Schema,
  sealed: string | undefined,
): Promise<z.output<Schema> | undefined> {
  if (!sealed) return undefined
  const open = (key: Uint8Array) => jwtDecrypt(sealed, key, { requiredClaims: ['exp'] })
  const opened = await Promise.any(deriveKeys(config, purpose).map(open)).catch(() => undefined)
  return schema.safeParse(opened?.payload.content).data
}

/** Encrypts a secret for storage, using the server's secret. `purpose` includes the owner, as in `totp of 12`. */
export function encryptForStorage(config: Config, purpose: string, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(config.SESSION_SECRET, purpose))
}

/** Decrypts a stored secret. Throws if it was encrypted for another purpose or with another server secret. */
export async function decryptFromStorage(config: Config, purpose: string, stored: string): Promise<string> {
  const opened = await Promise.any(deriveKeys(config, purpose).map((key) => compactDecrypt(stored, key)))
  return new TextDecoder().decode(opened.plaintext)
}

function deriveKeys(config: Config, purpose: string): Uint8Array[] {
  return listSecrets(config).map((secret) => deriveKey(secret, purpose))
}

function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `seal: ${purpose}`, 32))
}
