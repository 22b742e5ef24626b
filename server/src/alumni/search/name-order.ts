import { mergeSorted } from '../merge-sorted.ts'
import { keepBetween } from './keep.ts'
import { flag, type People } from './people.ts'

/**
 * Everyone's slots in the order of their names, ties by id, those without a name last. At first that is the order in which the
 * columns hold them, so that a search runs through both from end to end; who comes later is merged in.
 */
export class NameOrder {
  #sorted: Int32Array
  #known: number

  /** Takes people who stand in this order. */
  constructor({ ids }: People) {
    this.#sorted = Int32Array.from(ids.keys())
    this.#known = ids.length
  }

  /** Everyone on file. */
  everyone(people: People): Int32Array {
    if (this.#known < people.ids.length || this.#sorted.length > people.size) this.#catchUp(people)
    return this.#sorted
  }

  #catchUp(people: People): void {
    const compare = byName(people)
    const fresh = Int32Array.from({ length: people.ids.length - this.#known }, (_, at) => this.#known + at)
    this.#sorted = mergeSorted(alive(people, this.#sorted), alive(people, fresh).sort(compare), compare)
    this.#known = people.ids.length
  }
}

function byName({ nameParts, ids, dictionaries }: People): (a: number, b: number) => number {
  const { texts } = dictionaries.names
  const [first] = nameParts
  return (a, b) => {
    const isNameless = (slot: number) => first.values[slot] === 0
    if (isNameless(a) !== isNameless(b)) return isNameless(a) ? 1 : -1
    for (const { values } of nameParts)
      if (values[a] !== values[b]) return texts[values[a]!]! < texts[values[b]!]! ? -1 : 1
    return ids[a]! - ids[b]!
  }
}

function alive({ flags }: People, slots: Int32Array): Int32Array {
  return keepBetween(slots, flags.values, flag.alive, 2 ** 30)
}
