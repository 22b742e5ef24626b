import type { RecentDegree } from '@alumni/shared/alumni'
import type { Suggestion } from '@alumni/shared/internal-api'
import { displayName } from '../display-name.ts'
import { numberIn } from '../identifier-numbers.ts'
import { mergeSorted } from '../merge-sorted.ts'
import { NumberColumn } from '../columns.ts'
import { addTo, beginningsOf, listFor } from './beginnings.ts'
import { Texts } from './texts.ts'

/** The names that a typed word may begin, and what else an answer shows. */
const fields = [
  'last_name',
  'first_name',
  'preferred_name',
  'former_last_name',
  'prefix',
  'middle_name',
  'suffix',
  'major_desc',
  'college_name',
  'degree_code',
  'degree_date',
] as const
const names = 4
type Field = (typeof fields)[number]

/** Someone on file, with their most recent degree. */
export type Entry = Record<Field, string | null> & {
  id: number
  buid: string
  contact_id: string | null
  has_degree: boolean
}

/** Numbers of a BUID or contact id, both included. */
export type IdentifierRange = { column: 'buid' | 'contact_id'; from: number; to: number }

/** So many who came last are looked through one by one: listing each at once would copy long lists again and again. */
const mostUnlisted = 1000

const flag = { alive: 1, hasDegree: 2 }
const noSlots = new Int32Array()

/**
 * Everyone's names, in memory. For each beginning of a name there is a list of who has it, in the order of the answer: by last
 * name, first name, then id. Who changes a name takes a new slot; the former one stays in the lists, dead.
 */
export class Directory {
  readonly #texts = new Texts()
  /** The number of each field's text, those of one slot beside each other. */
  readonly #cells = new NumberColumn(fields.length)
  readonly #ids: number[] = []
  readonly #flags = new NumberColumn(1)
  readonly #identifiers = { buid: new NumberColumn(1), contact_id: new NumberColumn(1) }
  readonly #slots = new Map<number, number>()
  readonly #lists = new Map<string, Int32Array>()
  #everyone: Int32Array = noSlots
  #unlisted: number[] = []

  /** How many are on file. */
  get size(): number {
    return this.#slots.size
  }

  /** How many slots are taken up by what was true once. */
  get dead(): number {
    return this.#ids.length - this.#slots.size
  }

  put(entry: Entry): void {
    const known = this.#slots.get(numberIn(entry.buid))
    if (known !== undefined && this.#keepsPlace(known, entry)) return this.#write(known, entry)
    this.remove(entry.buid)
    const slot = this.#ids.push(entry.id) - 1
    this.#slots.set(numberIn(entry.buid), slot)
    this.#write(slot, entry)
    this.#unlisted.push(slot)
  }

  remove(buid: string): void {
    const slot = this.#slots.get(numberIn(buid))
    if (slot === undefined) return
    this.#slots.delete(numberIn(buid))
    this.#flags.set(slot, 0)
  }

  /** Sorts those who came last into the lists, if there are more than `most`. */
  list(most = mostUnlisted): void {
    if (this.#unlisted.length <= most) return
    const added = Int32Array.from(this.#unlisted.filter((slot) => this.#isAlive(slot))).sort(this.#compare)
    this.#unlisted = []
    this.#everyone = mergeSorted(this.#everyone, added, this.#compare)
    const places = new Int32Array(this.#ids.length)
    this.#everyone.forEach((slot, place) => (places[slot] = place))
    for (const [beginning, slots] of this.#byBeginning(added)) {
      this.#lists.set(
        beginning,
        mergeSorted(this.#lists.get(beginning) ?? noSlots, Int32Array.from(slots), (a, b) => places[a]! - places[b]!),
      )
    }
  }

  /** At most `most` of whom every word begins a name, or whose identifier is within the range; in order. */
  find(words: readonly string[], identifiers: IdentifierRange | null, most: number): Suggestion[] {
    const found = new Set([...this.#named(words, most), ...(identifiers ? this.#identified(identifiers, most) : [])])
    return [...found]
      .sort(this.#compare)
      .slice(0, most)
      .map((slot) => this.#suggestion(slot))
  }

  /** Goes through the list of the rarest word, and compares the others; that word too if it is longer than what the list is for. */
  #named(words: readonly string[], most: number): number[] {
    const asked = words.map((word) => {
      const { start, isExact } = listFor(word)
      return { word, isExact, list: this.#lists.get(start) ?? noSlots }
    })
    const rarest = asked.reduce((rarest, each) => (each.list.length < rarest.list.length ? each : rarest))
    const compared = asked.filter((each) => each !== rarest || !each.isExact).map(({ word }) => word)
    const listed = this.#texts.marking(compared, (marks, all) => {
      const { values } = this.#cells
      const fits = (slot: number) => {
        const at = slot * fields.length
        return (
          (marks[values[at]!]! | marks[values[at + 1]!]! | marks[values[at + 2]!]! | marks[values[at + 3]!]!) === all &&
          this.#isAlive(slot)
        )
      }
      return firstOf(rarest.list, fits, most)
    })
    return [
      ...listed,
      ...this.#unlisted.filter(
        (slot) =>
          this.#isAlive(slot) && words.every((word) => this.#namesOf(slot).some((name) => name.startsWith(word))),
      ),
    ]
  }

  #identified({ column, from, to }: IdentifierRange, most: number): number[] {
    const { values } = this.#identifiers[column]
    const fits = (slot: number) => values[slot]! >= from && values[slot]! <= to && this.#isAlive(slot)
    return [...firstOf(this.#everyone, fits, most), ...this.#unlisted.filter(fits)]
  }

  #isAlive(slot: number): boolean {
    return this.#flags.values[slot]! !== 0
  }

  readonly #compare = (a: number, b: number): number => {
    const { values } = this.#cells
    const [one, other] = [a * fields.length, b * fields.length]
    return (
      this.#texts.compare(values[one]!, values[other]!) ||
      this.#texts.compare(values[one + 1]!, values[other + 1]!) ||
      this.#ids[a]! - this.#ids[b]!
    )
  }

  #byBeginning(slots: Int32Array): Map<string, number[]> {
    const groups = new Map<string, number[]>()
    for (const slot of slots) {
      for (const beginning of new Set(this.#namesOf(slot).flatMap(beginningsOf))) addTo(groups, beginning, slot)
    }
    return groups
  }

  #namesOf(slot: number): string[] {
    return Array.from(this.#cells.values.subarray(slot * fields.length, slot * fields.length + names), (number) =>
      this.#texts.folded(number),
    )
  }

  #keepsPlace(slot: number, entry: Entry): boolean {
    return (
      this.#ids[slot] === entry.id && fields.slice(0, names).every((field) => this.#text(slot, field) === entry[field])
    )
  }

  #write(slot: number, entry: Entry): void {
    this.#flags.set(slot, flag.alive | (entry.has_degree ? flag.hasDegree : 0))
    this.#identifiers.buid.set(slot, numberIn(entry.buid))
    this.#identifiers.contact_id.set(slot, entry.contact_id === null ? none : numberIn(entry.contact_id))
    fields.forEach((field, at) => this.#cells.set(slot * fields.length + at, this.#texts.numberOf(entry[field])))
  }

  #text(slot: number, field: Field): string | null {
    return this.#texts.textOf(this.#cells.values[slot * fields.length + placeOf[field]]!)
  }

  #suggestion(slot: number): Suggestion {
    const text = (field: Field) => this.#text(slot, field)
    const [buid, contact] = [this.#identifiers.buid.values[slot]!, this.#identifiers.contact_id.values[slot]!]
    return {
      buid: `B${String(buid).padStart(8, '0')}`,
      contact_id: contact === none ? null : `C-${String(contact).padStart(9, '0')}`,
      last_name: text('last_name'),
      display_name: displayName({
        prefix: text('prefix'),
        first_name: text('first_name'),
        preferred_name: text('preferred_name'),
        middle_name: text('middle_name'),
        former_last_name: text('former_last_name'),
        last_name: text('last_name'),
        suffix: text('suffix'),
      }),
      recent_degree: this.#recentDegree(slot),
    }
  }

  #recentDegree(slot: number): RecentDegree | null {
    if (!(this.#flags.values[slot]! & flag.hasDegree)) return null
    return {
      major_desc: this.#text(slot, 'major_desc'),
      college_name: this.#text(slot, 'college_name'),
      degree_code: this.#text(slot, 'degree_code'),
      degree_date: this.#text(slot, 'degree_date'),
    }
  }
}

const placeOf = Object.fromEntries(fields.map((field, at) => [field, at])) as Record<Field, number>
const none = -1

/** The first `most` that fit, in the order of the list. */
function firstOf(list: Int32Array, fits: (slot: number) => boolean, most: number): number[] {
  const found: number[] = []
  for (let at = 0; at < list.length && found.length < most; at++) if (fits(list[at]!)) found.push(list[at]!)
  return found
}
