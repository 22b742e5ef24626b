import type { Readable } from 'node:stream'

/**
 * Stores by key the files people uploaded; every call may throw `StorageAway`. The caller chooses keys and makes them
 * unguessable: parts of letters, digits, `-`, `_` and `.`, joined by `/`.
 */
export interface Files {
  /**
   * Stores the whole stream or nothing: a stream that fails or a signal that aborts leaves no file. Throws
   * `StorageFull`.
   */
  write(key: string, stream: Readable, options?: { signal?: AbortSignal }): Promise<{ bytes: number }>
  /**
   * The bytes from `start` to `end`, both counted from 0 and included, as in HTTP. Read it to its end or destroy it.
   * Throws `FileMissing`.
   */
  read(key: string, range?: { start?: number; end?: number }): Promise<Readable>
  /** In bytes. Throws `FileMissing`. */
  size(key: string): Promise<number>
  /** A missing file is no error. */
  remove(key: string): Promise<void>
  /** The keys of files last written before `olderThan`. */
  list(olderThan: Date): AsyncIterable<string>
  /** Removes what writes that were killed before `olderThan` left behind. Answers how many. */
  removeUnfinished(olderThan: Date): Promise<number>
}

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

/** Worth another try later: nothing is wrong with the file. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super('File storage does not answer. Try again in a moment.', { cause })
    this.name = 'StorageAway'
  }
}

const lastingFaults = /^(?:EACCES|EDQUOT|EIO|ENODEV|ENOSPC|ENXIO|EPERM|EROFS|ESTALE)$/

/** Why stored files cannot be used until someone does something about it; undefined: something else is at fault. */
export function lastingStorageFault(error: unknown): string | undefined {
  if (error instanceof StorageFull) return 'There is no room left to store files.'
  const { name = '', code = '', $fault } = Object(error) as { name?: string; code?: string; $fault?: string }
  if (lastingFaults.test(code)) return `File storage cannot be used (${code}).`
  return $fault ? `File storage refused a request (${name}).` : undefined
}

const part = /^[a-z0-9_-][a-z0-9._-]*$/i

/** Throws for a key that could leave the storage's folder or clash with its own files. */
export function assertKey(key: string): void {
  if (key.length > 512 || !key.split('/').every((name) => part.test(name)))
    throw new Error('A key of a stored file has parts of letters, digits, -, _ and . joined by /')
}

export function assertRange({ start, end }: { start?: number; end?: number }): void {
  const isWhole = (value: number | undefined) => value === undefined || (Number.isSafeInteger(value) && value >= 0)
  if (!isWhole(start) || !isWhole(end) || (end !== undefined && end < (start ?? 0)))
    throw new RangeError(`${start} to ${end} is no range of bytes`)
}
