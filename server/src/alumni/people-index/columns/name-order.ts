import { narrowToMarkedSlots } from './narrow.ts'
import { mergeSorted } from './ordering.ts'
import type { People } from './people.ts'
import { nameOfSlot } from './sort.ts'

/** All slots in name order. Equal names are ordered by id, and people without a name come last. */
export class NameOrder {
  slots: Int32Array
  readonly #people: People

  constructor(people: People, slots: Int32Array) {
    this.#people = people
    this.slots = slots
    people.movedSlots.search.clear()
  }

  allSlots(): Int32Array {
    const moved = this.#people.movedSlots.search
    if (moved.size > 0) {
      const compare = buildNameComparer(this.#people)
      const arrivedSlots = Int32Array.from([...moved].filter((slot) => this.#people.isUsed(slot))).sort(compare)
      const stayedSlots = removeSlots(this.slots, moved, this.#people.length)
      this.slots = mergeSorted(stayedSlots, arrivedSlots, compare)
      moved.clear()
    }
    return this.slots
  }
}

/** Keeps the order. `length` must be greater than every slot. */
export function removeSlots(slots: Int32Array, removed: Set<number>, length: number): Int32Array {
  const marks = new Uint8Array(length).fill(1)
  for (const slot of removed) marks[slot] = 0
  return narrowToMarkedSlots(slots, marks)
}

function buildNameComparer(people: People): (a: number, b: number) => number {
  const { folded } = people.dictionaries.names
  return (a, b) => {
    const [nameA, nameB] = [nameOfSlot(people, a), nameOfSlot(people, b)]
    if ((nameA[0] === 0) !== (nameB[0] === 0)) return nameA[0] === 0 ? 1 : -1
    for (let part = 0; part < 3; part++) {
      const [textA, textB] = [folded[nameA[part]!]!, folded[nameB[part]!]!]
      if (textA !== textB) return textA < textB ? -1 : 1
    }
    return people.ids.values[a]! - people.ids.values[b]!
  }
}
