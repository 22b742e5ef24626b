/**
 * Chance that repeats itself: the same parts give the same numbers. One is made per person and concern, so that every
 * table can be written on its own and a larger load begins with the same people as a smaller one.
 */
export class Random {
  private state: number

  constructor(...parts: number[]) {
    let state = 0x9e3779b9
    for (const part of parts) state = mix(state ^ mix(part + 0x85ebca6b))
    this.state = state
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!
  }

  /** Picks more often what weighs more. */
  pickWeighted<T extends { weight: number }>(from: readonly T[]): T {
    let rest = this.next() * from.reduce((sum, { weight }) => sum + weight, 0)
    return from.find(({ weight }) => (rest -= weight) < 0) ?? from.at(-1)!
  }

  /** `#` becomes a digit, `?` a capital letter. */
  fill(pattern: string): string {
    return pattern.replace(/[#?]/g, (place) =>
      place === '#' ? String(this.whole(0, 9)) : String.fromCharCode(this.whole(65, 90)),
    )
  }
}

function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
