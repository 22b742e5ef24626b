import type { Suggestion } from '@alumni/shared/alumni/internal-api'
import { displayName } from '../../record/display-name.ts'
import { BitSets } from './bit-sets.ts'
import { splitTypedWords } from '../columns/fold.ts'
import { removeSlots } from '../columns/name-order.ts'
import { NamePostings, suggestedNameColumns } from './name-postings.ts'
import { compareCodePoints, mergeSorted } from '../columns/ordering.ts'
import type { People } from '../columns/people.ts'
import { none, rangeWithPrefix } from '../columns/person.ts'

/** An inclusive range of BUIDs or contact ids. */
export type IdentifierRange = { column: 'buids' | 'contactIds'; from: number; to: number }

/** Up to this many moved people are searched one by one, because merging them rebuilds the posting lists. */
const maxMovedSlots = 1000

/** Finds people for the typeahead. Rare name prefixes use posting lists, frequent prefixes use bit sets. */
export class Suggestions {
  readonly #people: People
  #postings: NamePostings
  #bits: BitSets

  constructor(people: People) {
    this.#people = people
    this.#postings = new NamePostings(people, people.listSlots().sort(this.#compare))
    this.#bits = new BitSets(this.#postings)
    people.movedSlots.typeahead.clear()
  }

  get bytes(): number {
    return this.#postings.bytes + this.#bits.bytes
  }

  mergeMoved(max = maxMovedSlots): void {
    const moved = this.#people.movedSlots.typeahead
    if (moved.size <= max) return
    const movedSlots = Int32Array.from(this.#listMovedSlots()).sort(this.#compare)
    const otherSlots = removeSlots(this.#postings.order, moved, this.#people.length)
    this.#postings = new NamePostings(this.#people, mergeSorted(otherSlots, movedSlots, this.#compare))
    this.#bits = new BitSets(this.#postings)
    moved.clear()
  }

  suggest(text: string, max: number): Suggestion[] {
    const words = splitTypedWords(text)
    return words?.length ? this.find(words, parseIdentifierRange(text), max) : []
  }

  find(words: readonly string[], identifiers: IdentifierRange | null, max: number): Suggestion[] {
    const found = new Set([
      ...this.#findByNames(words, max),
      ...(identifiers ? this.#findByIdentifiers(identifiers, max) : []),
    ])
    return [...found]
      .sort(this.#compare)
      .slice(0, max)
      .map((slot) => this.#buildSuggestion(slot))
  }

  #findByNames(words: readonly string[], max: number): number[] {
    const ranges = words.map((word) => this.#postings.rangeOf(word))
    const rarest = ranges.reduce((rarest, each) => (each.count < rarest.count ? each : rarest))
    const sorted = this.#bits.isFasterFor(rarest)
      ? this.#bits.findInAll(ranges, max, this.#isUnmoved)
      : this.#postings.findWithAll(rarest, ranges, max, this.#isUnmoved)
    return [...sorted, ...this.#listMovedSlots().filter((slot) => this.#hasNames(slot, words))]
  }

  #findByIdentifiers({ column, from, to }: IdentifierRange, max: number): number[] {
    const { values } = this.#people[column]
    const isMatch = (slot: number) => values[slot]! >= from && values[slot]! <= to
    const found: number[] = []
    const { order } = this.#postings
    for (let position = 0; position < order.length && found.length < max; position++)
      if (isMatch(order[position]!) && this.#isUnmoved(order[position]!)) found.push(order[position]!)
    return [...found, ...this.#listMovedSlots().filter(isMatch)]
  }

  readonly #isUnmoved = (slot: number): boolean => !this.#people.movedSlots.typeahead.has(slot)

  #listMovedSlots(): number[] {
    return [...this.#people.movedSlots.typeahead].filter((slot) => this.#people.isUsed(slot))
  }

  #hasNames(slot: number, words: readonly string[]): boolean {
    const { lower } = this.#people.dictionaries.names
    const names = suggestedNameColumns(this.#people).map(({ values }) => lower[values[slot]!]!)
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

  #compareNames(a: number, b: number): number {
    if (a === b) return 0
    if (a === 0 || b === 0) return a === 0 ? 1 : -1
    const { lower } = this.#people.dictionaries.names
    return compareCodePoints(lower[a]!, lower[b]!)
  }

  #buildSuggestion(slot: number): Suggestion {
    const people = this.#people
    const [buid, contactId] = [people.buids.values[slot]!, people.contactIds.values[slot]!]
    const study = people.studies.textOf(slot)
    return {
      buid: `B${String(buid).padStart(8, '0')}`,
      contact_id: contactId === none ? null : `C-${String(contactId).padStart(9, '0')}`,
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

function parseIdentifierRange(text: string): IdentifierRange | null {
  const [, buid, contactId] = /^(?:B(\d{3,8})|C-(\d{3,9}))$/i.exec(text) ?? []
  if (buid) return { column: 'buids', ...rangeWithPrefix(buid, 8) }
  if (contactId) return { column: 'contactIds', ...rangeWithPrefix(contactId, 9) }
  return null
}
