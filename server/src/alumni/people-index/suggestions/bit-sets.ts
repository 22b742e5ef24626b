import { isBetween } from '../columns/narrow.ts'
import type { NamePostings, NameRange } from './name-postings.ts'

/** A set for 1,000,000 people takes 125 KB. */
const maxCachedSets = 64

/** Bit sets for frequent name prefixes, with one bit per person in the order of the postings; created on demand. */
export class BitSets {
  readonly #postings: NamePostings
  readonly #sets = new Map<string, Int32Array>()

  constructor(postings: NamePostings) {
    this.#postings = postings
  }

  get bytes(): number {
    return [...this.#sets.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  isFasterFor({ count }: NameRange): boolean {
    return count * 64 > this.#postings.order.length && count > 1000
  }

  findInAll(ranges: readonly NameRange[], max: number, isIncluded: (slot: number) => boolean): number[] {
    const [first, ...others] = ranges.map((range) => this.#setOf(range)) as [Int32Array, ...Int32Array[]]
    const found: number[] = []
    for (let block = 0; block < first.length && found.length < max; block++) {
      let bits = first[block]!
      for (const set of others) bits &= set[block]!
      for (; bits !== 0 && found.length < max; bits &= bits - 1) {
        const slot = this.#postings.order[block * 32 + (31 - Math.clz32(bits & -bits))]!
        if (isIncluded(slot)) found.push(slot)
      }
    }
    return found
  }

  #setOf({ word, from, to }: NameRange): Int32Array {
    const known = this.#sets.get(word)
    this.#sets.delete(word)
    const set = known ?? buildSet(this.#postings.ranks, from, to - 1)
    this.#sets.set(word, set)
    // Evicts the least recently used set.
    if (this.#sets.size > maxCachedSets) this.#sets.delete(this.#sets.keys().next().value!)
    return set
  }
}

function buildSet(ranks: Int32Array, from: number, to: number): Int32Array {
  const people = ranks.length / 4
  const set = new Int32Array((people + 31) >>> 5)
  for (let position = 0, rankIndex = 0; position < people; position++, rankIndex += 4) {
    const bit =
      isBetween(ranks[rankIndex]!, from, to) |
      isBetween(ranks[rankIndex + 1]!, from, to) |
      isBetween(ranks[rankIndex + 2]!, from, to) |
      isBetween(ranks[rankIndex + 3]!, from, to)
    set[position >>> 5]! |= bit << (position & 31)
  }
  return set
}
