import type { Readable } from 'node:stream'
import { maxTime } from 'date-fns/constants'

/** Stores files under unguessable keys such as `imports/3kd9…`. All methods may throw `StorageUnavailableError`. */
export interface Files {
  /** Stores the whole stream, or nothing if the stream fails or `signal` aborts. Throws `StorageFull`. */
  write(key: string, stream: Readable, options?: { signal?: AbortSignal }): Promise<{ bytes: number }>
  /** Reads bytes `start` to `end`, inclusive. Callers must read or destroy the whole stream. Throws `FileMissing`. */
  read(key: string, range?: { start?: number; end?: number }): Promise<Readable>
  /** Returns the size in bytes. Throws `FileMissing`. */
  size(key: string): Promise<number>
  remove(key: string): Promise<void>
  /** Yields the keys of files last written before `olderThan`. */
  list(olderThan: Date): AsyncIterable<string>
  /** Removes partial files older than `olderThan` and returns their number. */
  removeUnfinished(olderThan: Date): Promise<number>
}

/** Later than the date of any file. */
export const maxDate = new Date(maxTime)

export class FileMissing extends Error {
  constructor(key: string) {
    super(`There is no stored file ${key}.`)
    this.name = 'FileMissing'
  }
}

export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('There is no room left to store files. Nothing was stored. Free some disk space, then try again.', { cause })
    this.name = 'StorageFull'
  }
}

export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('File storage does not answer. Try again in a moment.', { cause })
    this.name = 'StorageAway'
  }
}

const permanentFaults = /^(?:EACCES|EDQUOT|EIO|ENODEV|ENOSPC|ENXIO|EPERM|EROFS|ESTALE)$/

/** Describes a storage failure that needs an administrator; returns undefined for other errors. */
export function findPermanentFault(error: unknown): string | undefined {
  if (error instanceof StorageFull) return 'There is no room left to store files.'
  const { name = '', code = '', $fault } = Object(error) as { name?: string; code?: string; $fault?: string }
  if (permanentFaults.test(code)) return `File storage cannot be used (${code}).`
  return $fault ? `File storage refused a request (${name}).` : undefined
}

const part = /^[a-z0-9_-][a-z0-9._-]*$/i

/** Throws unless a stored file's key has plain parts joined by `/`, so that no key leads outside the storage. */
export function assertKey(key: string): void {
  if (key.length > 512 || !key.split('/').every((name) => part.test(name)))
    throw new Error('A key of a stored file has parts of letters, digits, -, _ and . joined by /')
}

export function assertRange({ start, end }: { start?: number; end?: number }): void {
  const isWhole = (value: number | undefined) => value === undefined || (Number.isSafeInteger(value) && value >= 0)
  if (!isWhole(start) || !isWhole(end) || (end !== undefined && end < (start ?? 0)))
    throw new RangeError(`${start} to ${end} is no range of bytes`)
}
