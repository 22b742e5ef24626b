export type Source = { name: string; size: number; open(): AsyncIterable<Uint8Array> }

export class FileRefusal extends Error {}

/** Thrown if the server did not process a request, which may be repeated after `seconds`. */
export class NoReplyError extends Error {
  readonly seconds: number | undefined
  readonly isSignedOut: boolean

  constructor(message: string, { seconds, isSignedOut = false }: { seconds?: number; isSignedOut?: boolean } = {}) {
    super(message)
    this.seconds = seconds
    this.isSignedOut = isSignedOut
  }
}

/** Returns undefined for a status that a retry would not change. */
export function toNoReplyError(status: number, message: string, seconds: number | undefined): NoReplyError | undefined {
  if (status === 401) return new NoReplyError(message, { seconds: 5, isSignedOut: true })
  if (status === 429) return new NoReplyError(message, { seconds: seconds ?? 1 })
  return status >= 502 ? new NoReplyError(message) : undefined
}
