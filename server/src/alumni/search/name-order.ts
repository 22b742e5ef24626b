import { mergeSorted } from '../merge-sorted.ts'
import { keep } from './keep.ts'
import { flag, type People } from './people.ts'

/** So many are sorted faster by themselves than by going through everyone. */
const few = 2000

/** Everyone's slots in the order of their names, ties by id, those without a name last; kept by merging in who came since. */
export class NameOrder {
  #sorted = new Int32Array(0)
  #known = 0

  /** Puts slots into the order of their names. */
  sort(people: People, slots: Int32Array): Int32Array {
    this.include(people)
    if (slots.length <= few) return slots.toSorted(byName(people))
    const isAsked = new Uint8Array(people.ids.length)
    for (let at = 0; at < slots.length; at++) isAsked[slots[at]!] = 1
    return keep(this.#sorted, (slot) => isAsked[slot] === 1)
  }

  /** Sorts in who was added since the last call; all others keep their places. */
  include(people: People): void {
    const { ids } = people
    if (this.#known < ids.length) {
      const fresh = Int32Array.from({ length: ids.length - this.#known }, (_, at) => this.#known + at)
      const compare = byName(people)
      this.#sorted = mergeSorted(alive(people, this.#sorted), alive(people, fresh).sort(compare), compare)
      this.#known = ids.length
    }
  }
}

function byName({ names, ids }: People): (a: number, b: number) => number {
  return (a, b) => {
    const [one, other] = [names[a]!, names[b]!]
    if (one === other) return ids[a]! - ids[b]!
    if (one === '' || other === '') return one === '' ? 1 : -1
    return one < other ? -1 : 1
  }
}

function alive({ flags }: People, slots: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const { values } = flags
  return keep(slots, (slot) => (values[slot]! & flag.alive) !== 0)
}
