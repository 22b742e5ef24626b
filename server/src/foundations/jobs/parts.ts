import { isLossOfConnection } from '../database/connection-loss.ts'

/** What a worker needs to hear of jobs and to take them, and what each does while it works. */
export const partNames = {
  queue: 'the queue answers',
  notifications: 'new jobs are heard of at once',
  outbox: 'jobs reach the queue',
}
export type Part = keyof typeof partNames

type Teller = { failed(part: Part, error: unknown): void; mended(part: Part): void }

/** Tells once that a part has failed, however often it is tried meanwhile, and once that it goes again. */
export class Parts {
  readonly #tell: Teller
  readonly #failing = new Map<Part, Set<string>>()

  constructor(tell: Teller) {
    this.#tell = tell
  }

  failed(part: Part, error: unknown): void {
    const told = this.#failing.get(part) ?? new Set()
    // One that is away says so in many ways: refused, cut off, starting up.
    const reason = isLossOfConnection(error) ? 'away' : String(error)
    if (told.has(reason)) return
    this.#failing.set(part, told.add(reason))
    this.#tell.failed(part, error)
  }

  works(part: Part): void {
    if (this.#failing.delete(part)) this.#tell.mended(part)
  }
}
