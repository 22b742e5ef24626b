/** A file that is read from its beginning, as often as it takes. `open` throws `Refused` when it cannot be read. */
export type Source = { name: string; size: number; open(): AsyncIterable<Uint8Array> }

/** Why a file cannot be converted, as a sentence for the person. */
export class Refused extends Error {}

/** The server has not answered, and may be asked again without harm; `seconds`: not before. */
export class Unanswered extends Error {
  readonly seconds: number | undefined
  /** The person has to sign in again first. */
  readonly isSignedOut: boolean

  constructor(sentence: string, { seconds, isSignedOut = false }: { seconds?: number; isSignedOut?: boolean } = {}) {
    super(sentence)
    this.seconds = seconds
    this.isSignedOut = isSignedOut
  }
}

/** Returns how a refusal with this status may be retried; undefined: a retry does not help. */
export function unansweredBy(status: number, sentence: string, seconds: number | undefined): Unanswered | undefined {
  if (status === 401) return new Unanswered(sentence, { seconds: 5, isSignedOut: true })
  if (status === 429) return new Unanswered(sentence, { seconds: seconds ?? 1 })
  return status >= 502 ? new Unanswered(sentence) : undefined
}
