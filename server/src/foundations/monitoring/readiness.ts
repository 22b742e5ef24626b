import { setTimeout as pause } from 'node:timers/promises'
import { withinTime } from './within-time.ts'

/** A part that this process needs; `ask` throws while it does not answer. One sentence for each outcome. */
export type Part = { name: string; ask(): Promise<unknown>; good: string; bad: string }

/** `GET /ready` of the monitor. `has_answered`: at least once since the process began. */
export type ReadinessReport = {
  status: 'ready' | 'starting' | 'stopping'
  parts: { name: string; has_answered: boolean; is_good: boolean; sentence: string }[]
}

const askEveryMs = 250
const patienceMs = 5000

/**
 * Whether requests may be sent to this process: once every part has answered, until it is to stop. A part that goes
 * away later changes nothing: a balancer that took out all servers at once would leave no one to say so in words.
 */
export class Readiness {
  /** Set first when the process is to stop. */
  isDraining = false
  readonly #parts: Part[] = []
  readonly #answered = new Set<string>()
  #hasBegun = false

  add(...parts: Part[]): void {
    this.#parts.push(...parts)
  }

  /** All parts are known: asks each until it has answered. */
  begin(): void {
    this.#hasBegun = true
    for (const part of this.#parts) void this.#awaitAnswer(part)
  }

  get status(): ReadinessReport['status'] {
    if (this.isDraining) return 'stopping'
    return this.#hasBegun && this.#answered.size === this.#parts.length ? 'ready' : 'starting'
  }

  /** Asks every part anew. */
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
    while (!this.isDraining && !(await this.#ask(part))) await pause(askEveryMs, undefined, { ref: false })
  }

  async #ask({ name, ask }: Part): Promise<boolean> {
    const isGood = await withinTime(patienceMs, ask()).then(
      () => true,
      () => false,
    )
    if (isGood) this.#answered.add(name)
    return isGood
  }
}
