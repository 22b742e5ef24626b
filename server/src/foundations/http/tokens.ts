import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '../process/config.ts'

/** Returns 256 random bits as 43 URL-safe characters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

type Secrets = Pick<Config, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

/** Hashes a token with the server's secret, so that only the hash is stored. Hashes differ by purpose. */
export function hashToken({ SESSION_SECRET }: Pick<Secrets, 'SESSION_SECRET'>, purpose: string, token: string): string {
  return createHmac('sha256', SESSION_SECRET).update(`${purpose}:${token}`).digest('base64url')
}

/** Returns a token's hashes with the current and the previous secret, to find a stored hash. */
export function hashTokenWithAllSecrets(config: Secrets, purpose: string, token: string): string[] {
  return listSecrets(config).map((SESSION_SECRET) => hashToken({ SESSION_SECRET }, purpose, token))
}

export function listSecrets({ SESSION_SECRET, SESSION_SECRET_PREVIOUS }: Secrets): string[] {
  return [SESSION_SECRET, ...(SESSION_SECRET_PREVIOUS ? [SESSION_SECRET_PREVIOUS] : [])]
}

/** Returns the token for a link about `subject`, such as an id. The token works as long as the server's secret. */
export function createLinkToken(config: Pick<Secrets, 'SESSION_SECRET'>, purpose: string, subject: string): string {
  return hashToken(config, purpose, subject).slice(0, 27)
}

export function isLinkToken(config: Secrets, purpose: string, subject: string, token: string): boolean {
  const tokenBytes = Buffer.from(token)
  return listSecrets(config).some((SESSION_SECRET) => {
    const expectedBytes = Buffer.from(createLinkToken({ SESSION_SECRET }, purpose, subject))
    return tokenBytes.length === expectedBytes.length && timingSafeEqual(tokenBytes, expectedBytes)
  })
}
