import { isLossOfConnection } from './connection-loss.ts'

type Teller<Part extends string> = { failed(part: Part, error: unknown): void; mended(part: Part): void }

/** Tells once that a part has failed, however often it is tried meanwhile, and once that it goes again. */
export class Outages<Part extends string> {
  readonly #tell: Teller<Part>
  readonly #failing = new Map<Part, Set<string>>()

  constructor(tell: Teller<Part>) {
    this.#tell = tell
  }

  /** One that is away says so in many ways, such as refused, cut off or starting up: that is one reason. */
  failed(part: Part, error: unknown, reason = isLossOfConnection(error) ? 'away' : String(error)): void {
    const told = this.#failing.get(part) ?? new Set()
    if (told.has(reason)) return
    this.#failing.set(part, told.add(reason))
    this.#tell.failed(part, error)
  }

  works(part: Part): void {
    if (this.#failing.delete(part)) this.#tell.mended(part)
  }
}
