import type { Suggestion } from '@alumni/shared/alumni/internal-api'
import { displayName } from '../../record/display-name.ts'
import { BitSets } from './bit-sets.ts'
import { typedWords } from '../columns/fold.ts'
import { without } from '../columns/name-order.ts'
import { NamePostings, suggestedNames } from './name-postings.ts'
import { compareCodePoints, mergeSorted } from '../columns/ordering.ts'
import type { People } from '../columns/people.ts'
import { none, numbersFrom } from '../columns/person.ts'

/** Numbers of a BUID or contact id, both included. */
export type IdentifierRange = { column: 'buids' | 'contactIds'; from: number; to: number }

/** Up to this many moved people are searched one by one: sorting each in would rebuild the posting lists each time. */
const maxUnsorted = 1000

/**
 * The typeahead holds everyone in the order of the answer (last name, first name, id), and for each name a posting list
 * of who has it. Names that begin with a word are neighbours, and so are their posting lists; a word that many names
 * begin with has a set of bits instead.
 */
export class Suggestions {
  readonly #people: People
  #postings: NamePostings
  #bits: BitSets

  constructor(people: People) {
    this.#people = people
    this.#postings = new NamePostings(people, people.everyone().sort(this.#compare))
    this.#bits = new BitSets(this.#postings)
    people.moved.typeahead.clear()
  }

  get bytes(): number {
    return this.#postings.bytes + this.#bits.bytes
  }

  /** Sorts those in who moved, if they are more than `max`. */
  sortIn(max = maxUnsorted): void {
    const { moved } = this.#people
    if (moved.typeahead.size <= max) return
    const arrived = Int32Array.from(this.#unsorted()).sort(this.#compare)
    const stayed = without(this.#postings.order, moved.typeahead, this.#people.length)
    this.#postings = new NamePostings(this.#people, mergeSorted(stayed, arrived, this.#compare))
    this.#bits = new BitSets(this.#postings)
    moved.typeahead.clear()
  }

  /**
   * At most `max` people of whom every typed word is a prefix of a name, or whose BUID or contact id begins as typed;
   * by last name, then first name.
   */
  suggest(typed: string, max: number): Suggestion[] {
    const words = typedWords(typed)
    return words?.length ? this.find(words, identifierRange(typed), max) : []
  }

  /** At most `max` of whom every word is a prefix of a name, or whose identifier is within the range; in order. */
  find(words: readonly string[], identifiers: IdentifierRange | null, max: number): Suggestion[] {
    const found = new Set([...this.#named(words, max), ...(identifiers ? this.#identified(identifiers, max) : [])])
    return [...found]
      .sort(this.#compare)
      .slice(0, max)
      .map((slot) => this.#suggestion(slot))
  }

  #named(words: readonly string[], max: number): number[] {
    const ranges = words.map((word) => this.#postings.rangeOf(word))
    const rarest = ranges.reduce((rarest, each) => (each.count < rarest.count ? each : rarest))
    const sorted = this.#bits.areWorth(rarest)
      ? this.#bits.firstInAll(ranges, max, this.#stays)
      : this.#postings.firstWithAll(rarest, ranges, max, this.#stays)
    return [...sorted, ...this.#unsorted().filter((slot) => this.#fits(slot, words))]
  }

  #identified({ column, from, to }: IdentifierRange, max: number): number[] {
    const { values } = this.#people[column]
    const fits = (slot: number) => values[slot]! >= from && values[slot]! <= to
    const found: number[] = []
    const { order } = this.#postings
    for (let at = 0; at < order.length && found.length < max; at++)
      if (fits(order[at]!) && this.#stays(order[at]!)) found.push(order[at]!)
    return [...found, ...this.#unsorted().filter(fits)]
  }

  /** Whether the slot is still where the order has it. */
  readonly #stays = (slot: number): boolean => !this.#people.moved.typeahead.has(slot)

  #unsorted(): number[] {
    return [...this.#people.moved.typeahead].filter((slot) => this.#people.isAlive(slot))
  }

  #fits(slot: number, words: readonly string[]): boolean {
    const { lower } = this.#people.dictionaries.names
    const names = suggestedNames(this.#people).map(({ values }) => lower[values[slot]!]!)
    return words.every((word) => names.some((name) => name.startsWith(word)))
  }

  readonly #compare = (a: number, b: number): number => {
    const { lastNames, firstNames, ids } = this.#people
    return (
      this.#compareNames(lastNames.values[a]!, lastNames.values[b]!) ||
      this.#compareNames(firstNames.values[a]!, firstNames.values[b]!) ||
      ids.values[a]! - ids.values[b]!
    )
  }

  /** No name comes last. */
  #compareNames(a: number, b: number): number {
    if (a === b) return 0
    if (a === 0 || b === 0) return a === 0 ? 1 : -1
    const { lower } = this.#people.dictionaries.names
    return compareCodePoints(lower[a]!, lower[b]!)
  }

  #suggestion(slot: number): Suggestion {
    const people = this.#people
    const [buid, contact] = [people.buids.values[slot]!, people.contactIds.values[slot]!]
    const study = people.studies.textOf(slot)
    return {
      buid: `B${String(buid).padStart(8, '0')}`,
      contact_id: contact === none ? null : `C-${String(contact).padStart(9, '0')}`,
      last_name: people.lastNames.textOf(slot),
      display_name: displayName({
        prefix: people.prefixes.textOf(slot),
        first_name: people.firstNames.textOf(slot),
        preferred_name: people.preferredNames.textOf(slot),
        middle_name: people.middleNames.textOf(slot),
        former_last_name: people.formerNames.textOf(slot),
        last_name: people.lastNames.textOf(slot),
        suffix: people.suffixes.textOf(slot),
      }),
      recent_degree: study === null ? null : JSON.parse(study),
    }
  }
}

/** `B` or `C-` and three digits or more, as the identifiers that begin so. */
function identifierRange(typed: string): IdentifierRange | null {
  const [, buid, contact] = /^(?:B(\d{3,8})|C-(\d{3,9}))$/i.exec(typed) ?? []
  if (buid) return { column: 'buids', ...numbersFrom(buid, 8) }
  if (contact) return { column: 'contactIds', ...numbersFrom(contact, 9) }
  return null
}
