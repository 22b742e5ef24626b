import { isLossOfConnection } from './connection-loss.ts'

type OutageListener<Part extends string> = { onFailure(part: Part, error: unknown): void; onRecovery(part: Part): void }

export class Outages<Part extends string> {
  readonly #listener: OutageListener<Part>
  readonly #failing = new Map<Part, Set<string>>()

  constructor(listener: OutageListener<Part>) {
    this.#listener = listener
  }

  /** Notifies the listener once per reason. All connection errors count as one reason. */
  reportFailure(part: Part, error: unknown, reason = isLossOfConnection(error) ? 'away' : String(error)): void {
    const reported = this.#failing.get(part) ?? new Set()
    if (reported.has(reason)) return
    this.#failing.set(part, reported.add(reason))
    this.#listener.onFailure(part, error)
  }

  reportSuccess(part: Part): void {
    if (this.#failing.delete(part)) this.#listener.onRecovery(part)
  }
}
