import type { Writable } from 'node:stream'

/** `steps` and `seconds` of the last run, from which the remaining time is estimated. */
export type PartOfRun = { name: string; steps: number; seconds: number }

type State = PartOfRun & { done: number; startedAt?: number; endedAt?: number }

const everyMs = 20_000

export class Progress {
  readonly #parts: State[]
  readonly #out: Writable & { isTTY?: boolean }
  readonly #now: () => number
  #printedAt = -Infinity

  constructor(parts: PartOfRun[], out: Writable & { isTTY?: boolean } = process.stdout, now = () => performance.now()) {
    this.#parts = parts.map((part) => ({ ...part, done: 0 }))
    this.#out = out
    this.#now = now
  }

  start(name: string): void {
    this.#part(name).startedAt = this.#now()
    this.#show()
  }

  step(name: string, steps = 1): void {
    const part = this.#part(name)
    part.done += steps
    part.steps = Math.max(part.steps, part.done)
    this.#show()
  }

  expect(name: string, steps: number): void {
    this.#part(name).steps = steps
  }

  end(name: string): void {
    this.#part(name).endedAt = this.#now()
  }

  print(line: string): void {
    if (this.#out.isTTY) this.#out.write('\r\x1b[2K')
    this.#out.write(`${line}\n`)
    if (this.#out.isTTY) this.#show()
  }

  clear(): void {
    if (this.#out.isTTY) this.#out.write('\r\x1b[2K')
  }

  line(): string {
    const counts = this.#parts
      .filter(({ endedAt }) => endedAt === undefined)
      .map(({ name, done, steps }) => `${name} ${done.toLocaleString('en-US')} of ${steps.toLocaleString('en-US')}`)
    return [...counts, this.#timeLeft()].join(' · ')
  }

  #show(): void {
    const now = this.#now()
    if (this.#out.isTTY) this.#out.write(`\r\x1b[2K  ${this.line()}`)
    else if (now - this.#printedAt > everyMs) {
      this.#printedAt = now
      this.#out.write(`  ${this.line()}\n`)
    }
  }

  #timeLeft(): string {
    const seconds = this.#parts.reduce((sum, part) => sum + part.seconds * (1 - shareDone(part)), 0)
    const minutes = Math.round((seconds * this.#slowness()) / 60)
    if (minutes < 1) return 'less than a minute left'
    return `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
  }

  /**
   * How many times slower this run is than the last one. Measured on ended parts, because in a running one slow steps
   * may come first. Without any, it is measured on a part that is at least a fifth done.
   */
  #slowness(): number {
    const ended = this.#parts.filter(({ endedAt }) => endedAt !== undefined)
    const measured = ended.length > 0 ? ended : this.#parts.filter((part) => shareDone(part) >= 0.2)
    const now = this.#now()
    const taken = measured.reduce((sum, { startedAt = now, endedAt = now }) => sum + (endedAt - startedAt) / 1000, 0)
    const estimated = measured.reduce((sum, part) => sum + part.seconds * shareDone(part), 0)
    return estimated > 0 ? taken / estimated : 1
  }

  #part(name: string): State {
    return this.#parts.find((part) => part.name === name)!
  }
}

const shareDone = ({ endedAt, done, steps }: State) => (endedAt === undefined ? done / Math.max(steps, 1) : 1)
