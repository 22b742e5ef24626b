import type { NumberColumn } from '../columns/columns.ts'
import { compareCodePoints, findFirst } from '../columns/ordering.ts'
import type { Names } from '../columns/names.ts'
import type { People } from '../columns/people.ts'

/** The names with a prefix, as a range of ranks that excludes `to`. `count` is the number of their postings. */
export type NameRange = { word: string; from: number; to: number; count: number }

export function suggestedNameColumns(people: People): NumberColumn[] {
  return [people.lastNames, people.firstNames, people.preferredNames, people.formerNames]
}

/** Posting lists: maps each name to the positions in `order` of the people with that name. */
export class NamePostings {
  readonly order: Int32Array
  /** The ranks of four names for each position in `order`; -1 for a missing name. */
  readonly ranks: Int32Array
  readonly #names: string[]
  readonly #starts: Int32Array
  readonly #positions: Int32Array

  constructor(people: People, order: Int32Array) {
    this.order = order
    const { names, rankOf } = rankNames(people.dictionaries.names)
    this.#names = names
    this.ranks = new Int32Array(order.length * 4)
    const counts = new Int32Array(names.length + 1)
    suggestedNameColumns(people).forEach(({ values }, column) => {
      for (let position = 0; position < order.length; position++) {
        const rank = rankOf[values[order[position]!]!]!
        this.ranks[position * 4 + column] = rank
        counts[rank + 1]! += 1
      }
    })
    // Discards missing names, which have rank -1 and are counted at index 0.
    counts[0] = 0
    for (let rank = 0; rank < names.length; rank++) counts[rank + 1]! += counts[rank]!
    this.#starts = counts
    this.#positions = new Int32Array(counts[names.length]!)
    const next = counts.slice()
    for (let index = 0; index < this.ranks.length; index++) {
      const rank = this.ranks[index]!
      if (rank >= 0) this.#positions[next[rank]!++] = index >>> 2
    }
  }

  get bytes(): number {
    return this.order.byteLength + this.ranks.byteLength + this.#starts.byteLength + this.#positions.byteLength
  }

  rangeOf(word: string): NameRange {
    const from = this.#firstNotBefore(word)
    const to = this.#firstNotBefore(`${word}\u{10ffff}`)
    return { word, from, to, count: this.#starts[to]! - this.#starts[from]! }
  }

  #firstNotBefore(text: string): number {
    return findFirst(0, this.#names.length, (rank) => compareCodePoints(this.#names[rank]!, text) >= 0)
  }

  findWithAll(
    rare: NameRange,
    ranges: readonly NameRange[],
    max: number,
    isIncluded: (slot: number) => boolean,
  ): number[] {
    const found: number[] = []
    const positions = this.#positions.slice(this.#starts[rare.from]!, this.#starts[rare.to]!).sort()
    for (let index = 0; index < positions.length && found.length < max; index++) {
      const position = positions[index]!
      if (position === positions[index - 1] || !ranges.every((range) => this.#isIn(range, position))) continue
      const slot = this.order[position]!
      if (isIncluded(slot)) found.push(slot)
    }
    return found
  }

  #isIn({ from, to }: NameRange, position: number): boolean {
    for (let index = position * 4; index < position * 4 + 4; index++)
      if (this.ranks[index]! >= from && this.ranks[index]! < to) return true
    return false
  }
}

/** `rankOf` maps name numbers to ranks in code point order. */
function rankNames(all: Names): { names: string[]; rankOf: Int32Array } {
  const rankOf = new Int32Array(all.lower.length).fill(-1)
  const names: string[] = []
  for (const number of all.listInOrder()) {
    const name = all.lower[number]!
    if (names.at(-1) !== name) names.push(name)
    rankOf[number] = names.length - 1
  }
  return { names, rankOf }
}
