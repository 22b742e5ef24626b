/**
 * A reproducible generator, seeded by its parts. Each person and table has its own, so that tables are independent and
 * larger loads start with the same people.
 */
export class Random {
  private state: number

  constructor(...parts: number[]) {
    let state = 0x9e3779b9
    for (const part of parts) state = mix(state ^ mix(part + 0x85ebca6b))
    this.state = state
  }

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!
  }

  pickWeighted<T extends { weight: number }>(from: readonly T[]): T {
    let rest = this.next() * from.reduce((sum, { weight }) => sum + weight, 0)
    return from.find(({ weight }) => (rest -= weight) < 0) ?? from.at(-1)!
  }

  /** Replaces `#` with a digit and `?` with a capital letter. */
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
