import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '../process/config.ts'

/** 256 random bits as 43 characters that are safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

type Secrets = Pick<Config, 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS'>

/**
 * Hashes a secret for storage. The hash is worthless without the server's own secret, and different for each purpose,
 * such as `staff session`.
 */
export function tokenHash({ SESSION_SECRET }: Pick<Secrets, 'SESSION_SECRET'>, purpose: string, token: string): string {
  return createHmac('sha256', SESSION_SECRET).update(`${purpose}:${token}`).digest('base64url')
}

/** Returns hashes that may be stored of a secret: also from before the server's own secret was changed. */
export function tokenHashes(config: Secrets, purpose: string, token: string): string[] {
  return secretsOf(config).map((SESSION_SECRET) => tokenHash({ SESSION_SECRET }, purpose, token))
}

/** The server's own secret, then the one before, which still opens what it closed. */
export function secretsOf({ SESSION_SECRET, SESSION_SECRET_PREVIOUS }: Secrets): string[] {
  return [SESSION_SECRET, ...(SESSION_SECRET_PREVIOUS ? [SESSION_SECRET_PREVIOUS] : [])]
}

/** The token of a letter's link about `of`, such as an id: it works for as long as the server's own secret does. */
export function linkToken(config: Pick<Secrets, 'SESSION_SECRET'>, purpose: string, of: string): string {
  return tokenHash(config, purpose, of).slice(0, 27)
}

export function isLinkToken(config: Secrets, purpose: string, of: string, token: string): boolean {
  const given = Buffer.from(token)
  return secretsOf(config).some((SESSION_SECRET) => {
    const right = Buffer.from(linkToken({ SESSION_SECRET }, purpose, of))
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
