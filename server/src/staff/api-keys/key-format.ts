import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 40
const checksumLength = 6
const prefixLength = 12

/** Returns a new key: `ars_`, 40 random base62 characters (238 bits) and their checksum. */
export function createApiKey(): string {
  const secret = Array.from({ length: secretLength }, () => base62[randomInt(base62.length)]!).join('')
  return `ars_${secret}${checksum(secret)}`
}

/** Checks the format and checksum of a key without querying the database. */
export function isApiKey(text: string): boolean {
  const [, secret, shownChecksum] = /^ars_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/.exec(text) ?? []
  return secret !== undefined && checksum(secret) === shownChecksum
}

/** Returns the hash to store. A fast hash is enough for 238 random bits. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Returns the first characters of a key, which may be stored and shown to identify the key. */
export function prefixOf(key: string): string {
  return key.slice(0, prefixLength)
}

/** Returns a CRC-32 in base62, which detects typos and lets secret scanners recognize keys. */
function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let position = 0; position < checksumLength; position++) {
    text = base62[rest % base62.length]! + text
    rest = Math.floor(rest / base62.length)
  }
  return text
}
