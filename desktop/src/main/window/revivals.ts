const maxRevivals = 3
const withinMs = 60_000

/** Counts how often a page that has died is loaded again: three times a minute, then it is left. */
export class Revivals {
  #times: number[] = []

  mayRevive(now = performance.now()): boolean {
    this.#times = this.#times.filter((time) => now - time < withinMs)
    if (this.#times.length >= maxRevivals) return false
    this.#times.push(now)
    return true
  }
}
