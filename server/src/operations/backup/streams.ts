import { createHash } from 'node:crypto'
import { ReadableStream } from 'node:stream/web'
import type { Part } from './manifest.ts'
import { BackupProblem } from './problem.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Passes bytes through. After they end, `part` returns their number and digest. */
export function meter(bytes: Bytes, onBytes?: (count: number) => void): { bytes: Bytes; part(): Part } {
  const hash = createHash('sha256')
  let count = 0
  async function* pass() {
    for await (const chunk of bytes) {
      hash.update(chunk)
      count += chunk.length
      onBytes?.(chunk.length)
      yield chunk
    }
  }
  return { bytes: pass(), part: () => ({ bytes: count, sha256: hash.digest('hex') }) }
}

/** Encrypts bytes with public keys of age (`recipients`), or returns them unchanged if there are none. */
export async function encrypt(bytes: Bytes, recipients: readonly string[]): Promise<Bytes> {
  if (recipients.length === 0) return bytes
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients)
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupProblem(`BACKUP_RECIPIENTS names ${recipient.slice(0, 12)}…, which is no public key of age.`)
    }
  return encrypter.encrypt(ReadableStream.from(bytes))
}

/** Throws a `BackupProblem` if no identity fits. The returned stream fails if bytes were altered. */
export async function decrypt(bytes: Bytes, identities: readonly string[] | null): Promise<Bytes> {
  if (!identities) return bytes
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch (error) {
    // Reads one chunk, because an unread file would stay open.
    for await (const _ of bytes) break
    throw toKeyProblem(error)
  }
  const iterator = bytes[Symbol.asyncIterator]()
  try {
    return await decrypter.decrypt(ReadableStream.from({ [Symbol.asyncIterator]: () => iterator }))
  } catch (error) {
    await iterator.return?.()
    throw toKeyProblem(error)
  }
}

function toKeyProblem(error: unknown): BackupProblem {
  return new BackupProblem(`The key in BACKUP_IDENTITY does not open this backup (${(error as Error).message}).`)
}

export async function measure(bytes: Bytes): Promise<Part> {
  const { bytes: passed, part } = meter(bytes)
  for await (const _ of passed);
  return part()
}
