import { createHmac, randomBytes } from 'node:crypto'
import type { Config } from '../process/config.ts'

/** 256 random bits as 43 characters that are safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * What is stored instead of a secret: worthless without the server's own, and different for each purpose, such as
 * `staff session`.
 */
export function tokenHash({ SESSION_SECRET }: Config, purpose: string, token: string): string {
  return createHmac('sha256', SESSION_SECRET).update(`${purpose}:${token}`).digest('base64url')
}
