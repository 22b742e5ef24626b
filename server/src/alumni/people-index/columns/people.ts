import { phoneDigits } from '@alumni/shared/alumni/phone-numbers'
import { ListColumn, NumberColumn, type Column } from './columns.ts'
import { Dictionary } from './dictionary.ts'
import { Events } from './events.ts'
import { foldedWords } from './fold.ts'
import { Names } from './names.ts'
import {
  dayNumber,
  eventOf,
  none,
  parseIdentifier,
  placeOf,
  postalCodeOf,
  type Alumnus,
  type Degree,
  type Engagement,
} from './person.ts'
import { encodePhone } from './phones.ts'

export const flag = {
  used: 1,
  deceased: 2,
  do_not_contact: 4,
  champion: 8,
  do_not_email: 16,
  has_email: 32,
} as const

/** A column store of everyone on file. A person's slot is an index into every column; slot 0 stays empty. */
export class People {
  readonly dictionaries = {
    names: new Names(),
    affixes: new Dictionary(),
    studies: new Dictionary(),
    employerWords: new Dictionary(),
    places: new Dictionary(),
    states: new Dictionary(),
    countries: new Dictionary(),
    zips: new Dictionary(),
    longPhones: new Dictionary(),
    colleges: new Dictionary(),
    majors: new Dictionary(),
    degrees: new Dictionary(),
    affinities: new Dictionary(),
    events: new Events(),
    asks: new Dictionary(),
  }
  readonly ids = new NumberColumn()
  readonly buids = new NumberColumn()
  readonly contactIds = new NumberColumn()
  readonly flags = new NumberColumn()
  readonly lastNames = new NumberColumn(this.dictionaries.names)
  readonly firstNames = new NumberColumn(this.dictionaries.names)
  readonly preferredNames = new NumberColumn(this.dictionaries.names)
  readonly formerNames = new NumberColumn(this.dictionaries.names)
  readonly middleNames = new NumberColumn(this.dictionaries.names)
  readonly prefixes = new NumberColumn(this.dictionaries.affixes)
  readonly suffixes = new NumberColumn(this.dictionaries.affixes)
  /** Each person's most recent degree, as JSON. */
  readonly studies = new NumberColumn(this.dictionaries.studies)
  readonly classYears = new NumberColumn()
  readonly lastEngaged = new NumberColumn()
  readonly places = new NumberColumn(this.dictionaries.places)
  readonly states = new NumberColumn(this.dictionaries.states)
  readonly countries = new NumberColumn(this.dictionaries.countries)
  readonly zips = new NumberColumn(this.dictionaries.zips)
  readonly employerWords = new ListColumn([this.dictionaries.employerWords])
  /** Two numbers per phone number; see `encodePhone`. Few people share a number, so a dictionary would waste memory. */
  readonly phones = new ListColumn([null, null])
  readonly affinities = new ListColumn([this.dictionaries.affinities])
  /** Each entry: college, major, degree, day. */
  readonly degrees = new ListColumn([
    this.dictionaries.colleges,
    this.dictionaries.majors,
    this.dictionaries.degrees,
    null,
  ])
  /** Each entry: event, day. Each person's entries are in the order of days. */
  readonly engagements = new ListColumn([this.dictionaries.events, null])
  /** Each entry: topic, day, index in `askAnswers`. */
  readonly asks = new ListColumn([this.dictionaries.asks, null, null])
  length = 1
  readonly #slotsByBuid = new Map<number, number>()
  readonly #free: number[] = []
  /** Slots of people who were added, removed or renamed since the search order or typeahead order was updated. */
  readonly movedSlots = { search: new Set<number>(), typeahead: new Set<number>() }
  readonly days = { first: dayNumber('2000-01-01'), last: dayNumber('2000-01-01') }
  changeCount = 0
  readonly changeListeners = new Set<(slot: number) => void>()

  get size(): number {
    return this.#slotsByBuid.size
  }

  slotOf(buid: string): number | undefined {
    return this.#slotsByBuid.get(parseIdentifier(buid))
  }

  isUsed(slot: number): boolean {
    return (this.flags.values[slot]! & flag.used) !== 0
  }

  listSlots(): Int32Array {
    return Int32Array.from({ length: this.length }, (_, slot) => slot).filter((slot) => this.isUsed(slot))
  }

  /** Must be called before a person on file changes. */
  notifyBeforeChange(buid: string): void {
    this.changeCount++
    const slot = this.slotOf(buid)
    if (slot !== undefined) for (const listener of this.changeListeners) listener(slot)
  }

  setAlumnus(person: Alumnus): void {
    const knownSlot = this.slotOf(person.buid)
    const slot = knownSlot ?? this.#add(parseIdentifier(person.buid))
    const keyBefore = this.#nameOf(slot)
    this.ids.set(slot, person.id)
    this.contactIds.set(slot, person.contact_id === null ? none : parseIdentifier(person.contact_id))
    this.flags.set(
      slot,
      flag.used |
        (person.deceased ? flag.deceased : 0) |
        (person.do_not_contact ? flag.do_not_contact : 0) |
        (person.do_not_email ? flag.do_not_email : 0) |
        (person.has_email ? flag.has_email : 0) |
        (this.flags.values[slot]! & flag.champion),
    )
    this.lastNames.setText(slot, person.last_name)
    this.firstNames.setText(slot, person.first_name)
    this.preferredNames.setText(slot, person.preferred_name)
    this.formerNames.setText(slot, person.former_last_name)
    this.middleNames.setText(slot, person.middle_name)
    this.prefixes.setText(slot, person.prefix)
    this.suffixes.setText(slot, person.suffix)
    this.places.setText(slot, placeOf(person))
    this.states.setText(slot, person.state || null)
    this.countries.setText(slot, person.country || null)
    this.zips.setText(slot, postalCodeOf(person))
    this.phones.set(
      slot,
      [person.mobile_phone, person.home_phone].flatMap((phone) =>
        encodePhone(phoneDigits(phone ?? ''), this.dictionaries.longPhones),
      ),
    )
    const keyAfter = this.#nameOf(slot)
    if (knownSlot === undefined || keyBefore.some((part, index) => part !== keyAfter[index])) this.#recordMove(slot)
  }

  remove(buid: string): void {
    const slot = this.slotOf(buid)
    if (slot === undefined) return
    this.#slotsByBuid.delete(parseIdentifier(buid))
    for (const column of Object.values(this.columns())) column.clear(slot)
    this.#recordMove(slot)
    this.#free.push(slot)
  }

  setChampion(slot: number, isChampion: boolean): void {
    this.flags.values[slot] = isChampion
      ? this.flags.values[slot]! | flag.champion
      : this.flags.values[slot]! & ~flag.champion
  }

  /** `degrees` must start with the most recent one. */
  setDegrees(slot: number, degrees: readonly Degree[]): void {
    const { colleges, majors, degrees: codes } = this.dictionaries
    this.studies.setText(slot, degrees[0] ? JSON.stringify(degrees[0].shown) : null)
    this.classYears.set(
      slot,
      degrees.reduce((latest, { year, isDegree }) => (isDegree && year > latest ? year : latest), none),
    )
    for (const { day } of degrees) if (day !== none) this.#extendDays(day)
    this.degrees.set(
      slot,
      degrees.flatMap(({ college, major, degree, day }) => [
        colleges.use(college),
        majors.use(major),
        codes.use(degree),
        day,
      ]),
    )
  }

  setAffinities(slot: number, codes: readonly string[]): void {
    this.affinities.set(
      slot,
      codes.map((code) => this.dictionaries.affinities.use(code)),
    )
  }

  setEmployers(slot: number, employers: readonly string[]): void {
    const words = new Set(employers.flatMap(foldedWords))
    this.employerWords.set(
      slot,
      Array.from(words, (word) => this.dictionaries.employerWords.use(word)),
    )
  }

  /** `engagements` must be in the order of days. */
  setEngagements(slot: number, engagements: readonly Engagement[]): void {
    const entries = engagements.flatMap(({ activity, description, day }) => [
      this.dictionaries.events.use(eventOf(activity, description)),
      day,
    ])
    this.engagements.set(slot, entries)
    this.#recordDays(slot)
  }

  #recordDays(slot: number): void {
    const { values, starts, ends } = this.engagements
    for (let index = starts[slot]!; index < ends[slot]!; index += 2) {
      const day = values[index + 1]!
      this.dictionaries.events.recordDay(values[index]!, day)
      this.#extendDays(day)
    }
    this.lastEngaged.set(slot, starts[slot] === ends[slot] ? none : values[ends[slot]! - 1]!)
  }

  #extendDays(day: number): void {
    if (day < this.days.first) this.days.first = day
    if (day > this.days.last) this.days.last = day
  }

  /** Renumbers all slots to follow `order`. Searches are fastest if slots are in name order. */
  reorder(order: Int32Array): void {
    const slots = new Int32Array(order.length + 1)
    slots.set(order, 1)
    for (const column of Object.values(this.columns())) column.reorder(slots)
    this.#fillSlots(slots.length)
  }

  compact(): void {
    for (const column of Object.values(this.columns())) if (column instanceof ListColumn) column.compact(this.length)
  }

  #fillSlots(length: number): void {
    this.length = length
    this.#slotsByBuid.clear()
    this.#free.length = 0
    for (let slot = 1; slot < length; slot++) {
      if (this.isUsed(slot)) this.#slotsByBuid.set(this.buids.values[slot]!, slot)
      else this.#free.push(slot)
    }
  }

  #add(buid: number): number {
    const slot = this.#free.pop() ?? this.length++
    for (const listener of this.changeListeners) listener(slot)
    this.buids.set(slot, buid)
    this.#slotsByBuid.set(buid, slot)
    this.flags.set(slot, flag.used)
    this.classYears.set(slot, none)
    this.lastEngaged.set(slot, none)
    const { studies, employerWords, affinities, degrees, engagements, asks } = this
    for (const column of [studies, employerWords, affinities, degrees, engagements, asks]) column.clear(slot)
    return slot
  }

  #nameOf(slot: number): (number | undefined)[] {
    const columns = [this.ids, this.lastNames, this.firstNames, this.preferredNames, this.formerNames, this.middleNames]
    return columns.map(({ values }) => values[slot])
  }

  #recordMove(slot: number): void {
    this.movedSlots.search.add(slot)
    this.movedSlots.typeahead.add(slot)
  }

  columns(): Record<string, Column> {
    return Object.fromEntries(
      Object.entries(this).filter(([, value]) => value instanceof NumberColumn || value instanceof ListColumn),
    )
  }
}
