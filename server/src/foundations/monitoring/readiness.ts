import { setTimeout as pause } from 'node:timers/promises'
import { withinTime } from './within-time.ts'

export type Dependency = { name: string; check(): Promise<unknown>; good: string; bad: string }

/** The monitor's reply to `GET /ready`. `has_answered` is true if the part has answered since the process started. */
export type ReadinessReport = {
  status: 'ready' | 'starting' | 'stopping'
  parts: { name: string; has_answered: boolean; is_good: boolean; message: string }[]
}

const retryMs = 250
const checkTimeoutMs = 5000

/** Reports ready once all dependencies have answered, and ignores later failures, which usually affect all servers. */
export class Readiness {
  isDraining = false
  readonly #dependencies: Dependency[] = []
  readonly #answered = new Set<string>()
  #hasStarted = false

  add(...dependencies: Dependency[]): void {
    this.#dependencies.push(...dependencies)
  }

  /** Call this after adding all dependencies. */
  start(): void {
    this.#hasStarted = true
    for (const dependency of this.#dependencies) void this.#awaitAnswer(dependency)
  }

  get status(): ReadinessReport['status'] {
    if (this.isDraining) return 'stopping'
    return this.#hasStarted && this.#answered.size === this.#dependencies.length ? 'ready' : 'starting'
  }

  async report(): Promise<ReadinessReport> {
    const parts = await Promise.all(
      this.#dependencies.map(async (dependency) => {
        const { name, good, bad } = dependency
        const is_good = await this.#check(dependency)
        return { name, has_answered: this.#answered.has(name), is_good, message: is_good ? good : bad }
      }),
    )
    return { status: this.status, parts }
  }

  async #awaitAnswer(dependency: Dependency): Promise<void> {
    while (!this.isDraining && !(await this.#check(dependency))) await pause(retryMs, undefined, { ref: false })
  }

  async #check({ name, check }: Dependency): Promise<boolean> {
    const isGood = await withinTime(checkTimeoutMs, check()).then(
      () => true,
      () => false,
    )
    if (isGood) this.#answered.add(name)
    return isGood
  }
}
