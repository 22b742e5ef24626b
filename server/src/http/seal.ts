import { hkdfSync } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'
import type { z } from 'zod'
import type { Config } from '../config.ts'

/**
 * What a browser carries for us for a while, and can neither read nor change. The key follows from the server's own secret and
 * is another one for each purpose, such as `sign-in`.
 */
export function seal(config: Config, purpose: string, content: object, lifetimeSeconds: number): Promise<string> {
  return new EncryptJWT({ content })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${lifetimeSeconds} s`)
    .encrypt(keyFor(config, purpose))
}

/** Undefined: it was not sealed here for this purpose, or its time is over. */
export async function unseal<Schema extends z.ZodType>(
  config: Config,
  purpose: string,
  schema: Schema,
  sealed: string | undefined,
): Promise<z.output<Schema> | undefined> {
  if (!sealed) return undefined
  const opened = await jwtDecrypt(sealed, keyFor(config, purpose), { requiredClaims: ['exp'] }).catch(() => undefined)
  return schema.safeParse(opened?.payload.content).data
}

function keyFor({ SESSION_SECRET }: Config, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', SESSION_SECRET, '', `seal: ${purpose}`, 32))
}
