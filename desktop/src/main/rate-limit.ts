export class RateLimit {
  readonly #max: number
  readonly #periodInMs: number
  #times: number[] = []

  constructor(max: number, periodInMs: number) {
    this.#max = max
    this.#periodInMs = periodInMs
  }

  take(now = performance.now()): boolean {
    this.#times = this.#times.filter((time) => now - time < this.#periodInMs)
    if (this.#times.length >= this.#max) return false
    this.#times.push(now)
    return true
  }
}
