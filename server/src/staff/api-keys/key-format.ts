import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 40
const checksumLength = 6
const prefixLength = 12

/** `ars_`, 40 random base62 characters (238 bits) and their checksum. */
export function newApiKey(): string {
  const secret = Array.from({ length: secretLength }, () => base62[randomInt(base62.length)]!).join('')
  return `ars_${secret}${checksum(secret)}`
}

/** Whether a text has the form of a key and its checksum holds: what does not is no key, and costs no query. */
export function isApiKey(text: string): boolean {
  const [, secret, given] = /^ars_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/.exec(text) ?? []
  return secret !== undefined && checksum(secret) === given
}

/** Returns the hash to store: 238 random bits need no slow one. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The beginning by which people recognise a key. */
export function prefixOf(key: string): string {
  return key.slice(0, prefixLength)
}

/** CRC-32 in base62 finds every slip of one character and shows secret scanners that this is a key. */
function checksum(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let at = 0; at < checksumLength; at++) {
    text = base62[rest % base62.length]! + text
    rest = Math.floor(rest / base62.length)
  }
  return text
}
