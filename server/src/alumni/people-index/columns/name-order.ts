import { narrowToIds } from './narrow.ts'
import { mergeSorted } from './ordering.ts'
import type { People } from './people.ts'
import { nameOf } from './sort.ts'

/**
 * Everyone's slots in the order of their names, ties by id, those without a name last. After a first reading that is
 * the order of the slots themselves, so that a search runs through the columns from end to end; who moved since is
 * merged in.
 */
export class NameOrder {
  sorted: Int32Array
  readonly #people: People

  /** Takes everyone in this order. */
  constructor(people: People, sorted: Int32Array) {
    this.#people = people
    this.sorted = sorted
    people.moved.search.clear()
  }

  /** Everyone on file. */
  everyone(): Int32Array {
    const { moved } = this.#people
    if (moved.search.size > 0) {
      const compare = byName(this.#people)
      const arrived = Int32Array.from([...moved.search].filter((slot) => this.#people.isAlive(slot))).sort(compare)
      const stayed = without(this.sorted, moved.search, this.#people.length)
      this.sorted = mergeSorted(stayed, arrived, compare)
      moved.search.clear()
    }
    return this.sorted
  }
}

/** Returns the slots that are not in `left`, in their order. */
export function without(slots: Int32Array, left: Set<number>, length: number): Int32Array {
  const stays = new Uint8Array(length).fill(1)
  for (const slot of left) stays[slot] = 0
  return narrowToIds(slots, stays)
}

function byName(people: People): (a: number, b: number) => number {
  const { folded } = people.dictionaries.names
  return (a, b) => {
    const [one, other] = [nameOf(people, a), nameOf(people, b)]
    if ((one[0] === 0) !== (other[0] === 0)) return one[0] === 0 ? 1 : -1
    for (let part = 0; part < 3; part++) {
      const [text, otherText] = [folded[one[part]!]!, folded[other[part]!]!]
      if (text !== otherText) return text < otherText ? -1 : 1
    }
    return people.ids.values[a]! - people.ids.values[b]!
  }
}
