export type Source = { name: string; size: number; open(): AsyncIterable<Uint8Array> }

/** Explains to the user why a file cannot be converted. */
export class FileRefusal extends Error {}

/** The server did not reply, and the request can be repeated after `seconds`. */
export class NoReplyError extends Error {
  readonly seconds: number | undefined
  /** The user must sign in first. */
  readonly isSignedOut: boolean

  constructor(sentence: string, { seconds, isSignedOut = false }: { seconds?: number; isSignedOut?: boolean } = {}) {
    super(sentence)
    this.seconds = seconds
    this.isSignedOut = isSignedOut
  }
}

/** Returns how to retry a reply with this status; undefined if a retry is useless. */
export function toNoReplyError(
  status: number,
  sentence: string,
  seconds: number | undefined,
): NoReplyError | undefined {
  if (status === 401) return new NoReplyError(sentence, { seconds: 5, isSignedOut: true })
  if (status === 429) return new NoReplyError(sentence, { seconds: seconds ?? 1 })
  return status >= 502 ? new NoReplyError(sentence) : undefined
}
