import { isLossOfConnection } from './connection-loss.ts'

type OutageListener<Part extends string> = { failed(part: Part, error: unknown): void; mended(part: Part): void }

/** Reports once that a part has failed, however often it is tried meanwhile, and once that it works again. */
export class Outages<Part extends string> {
  readonly #listener: OutageListener<Part>
  readonly #failing = new Map<Part, Set<string>>()

  constructor(listener: OutageListener<Part>) {
    this.#listener = listener
  }

  /** A part that is away fails in many ways, such as refused, cut off or starting up: they count as one reason. */
  failed(part: Part, error: unknown, reason = isLossOfConnection(error) ? 'away' : String(error)): void {
    const reported = this.#failing.get(part) ?? new Set()
    if (reported.has(reason)) return
    this.#failing.set(part, reported.add(reason))
    this.#listener.failed(part, error)
  }

  works(part: Part): void {
    if (this.#failing.delete(part)) this.#listener.mended(part)
  }
}
