import { setTimeout as pause } from 'node:timers/promises'
import { withinTime } from './within-time.ts'

/** A dependency of this process. `ask` throws while it is unavailable; `good` and `bad` describe the outcomes. */
export type Part = { name: string; ask(): Promise<unknown>; good: string; bad: string }

/** The reply of the monitor's `GET /ready`. `has_answered` means once or more since the start. */
export type ReadinessReport = {
  status: 'ready' | 'starting' | 'stopping'
  parts: { name: string; has_answered: boolean; is_good: boolean; sentence: string }[]
}

const retryMs = 250
const checkTimeoutMs = 5000

/** Reports ready once all parts have answered, and ignores later failures, which usually affect all servers. */
export class Readiness {
  /** Makes the process report `stopping`, before it stops. */
  isDraining = false
  readonly #parts: Part[] = []
  readonly #answered = new Set<string>()
  #hasStarted = false

  add(...parts: Part[]): void {
    this.#parts.push(...parts)
  }

  /** Checks each part until it succeeds. Call it after all parts have been added. */
  start(): void {
    this.#hasStarted = true
    for (const part of this.#parts) void this.#awaitAnswer(part)
  }

  get status(): ReadinessReport['status'] {
    if (this.isDraining) return 'stopping'
    return this.#hasStarted && this.#answered.size === this.#parts.length ? 'ready' : 'starting'
  }

  async report(): Promise<ReadinessReport> {
    const parts = await Promise.all(
      this.#parts.map(async (part) => {
        const { name, good, bad } = part
        const is_good = await this.#ask(part)
        return { name, has_answered: this.#answered.has(name), is_good, sentence: is_good ? good : bad }
      }),
    )
    return { status: this.status, parts }
  }

  async #awaitAnswer(part: Part): Promise<void> {
    while (!this.isDraining && !(await this.#ask(part))) await pause(retryMs, undefined, { ref: false })
  }

  async #ask({ name, ask }: Part): Promise<boolean> {
    const isGood = await withinTime(checkTimeoutMs, ask()).then(
      () => true,
      () => false,
    )
    if (isGood) this.#answered.add(name)
    return isGood
  }
}
