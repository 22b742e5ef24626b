import { ListColumn, NumberColumn } from './columns.ts'
import { Dictionary } from './dictionary.ts'
import { fold, foldedWords, wordsOfName } from './fold.ts'
import { eventOf, phoneDigits, zipOf, type Person } from './person.ts'

/** No value in a column of numbers. */
export const none = -1
/** Before every day: that of a degree without a date. */
const undated = -(2 ** 31)

/**
 * Everyone on file as columns of small numbers, which a search runs through from end to end. A person takes a new slot each
 * time that something about them changes; the former one is dead and stays until the next load.
 */
export class People {
  readonly dictionaries = {
    words: new Dictionary(), employerWords: new Dictionary(), phones: new Dictionary(), places: new Dictionary(),
    states: new Dictionary(), countries: new Dictionary(), zips: new Dictionary(),
    colleges: new Dictionary(), majors: new Dictionary(), degrees: new Dictionary(), affinities: new Dictionary(), events: new Dictionary(),
  }
  readonly ids: number[] = []
  /** The folded name that lists are ordered by, last name first; blank for someone without any. */
  readonly names: string[] = []
  readonly buids: NumberColumn
  readonly contactIds: NumberColumn
  readonly flags: NumberColumn
  readonly classYears: NumberColumn
  readonly lastEngaged: NumberColumn
  readonly places: NumberColumn
  readonly states: NumberColumn
  readonly countries: NumberColumn
  readonly zips: NumberColumn
  readonly words: ListColumn
  readonly employerWords: ListColumn
  readonly phones: ListColumn
  readonly affinities: ListColumn
  /** Four numbers each: college, major, degree, day. */
  readonly degrees: ListColumn
  /** Between which days each event has ever been. */
  readonly #firstDays: number[] = []
  readonly #lastDays: number[] = []
  /** Two numbers each: event (an activity with a description) and day. */
  readonly engagements: ListColumn
  readonly #slots = new Map<number, number>()

  constructor(capacity = 1024) {
    const [number, list] = [() => new NumberColumn(capacity), () => new ListColumn(capacity)]
    this.buids = number()
    this.contactIds = number()
    this.flags = number()
    this.classYears = number()
    this.lastEngaged = number()
    this.places = number()
    this.states = number()
    this.countries = number()
    this.zips = number()
    this.words = list()
    this.employerWords = list()
    this.phones = list()
    this.affinities = list()
    this.degrees = list()
    this.engagements = list()
  }

  /** How many are on file. */
  get size(): number {
    return this.#slots.size
  }

  /** Slots that are taken up by what was true once. */
  get dead(): number {
    return this.ids.length - this.#slots.size
  }

  /** Everyone's slot, in the order of storage: columns are read fastest from end to end. */
  present(): Int32Array {
    const { values } = this.flags
    const slots = new Int32Array(this.size)
    let count = 0
    for (let slot = 0; slot < this.ids.length; slot++) if (values[slot]! & flag.alive) slots[count++] = slot
    return slots
  }

  slotOf(buid: string): number | undefined {
    return this.slotOfNumber(numberIn(buid))
  }

  /** The slot of the BUID with these digits. */
  slotOfNumber(digits: number): number | undefined {
    return this.#slots.get(digits)
  }

  add(person: Person): void {
    const { dictionaries } = this
    const slot = this.ids.push(person.id) - 1
    this.#slots.set(numberIn(person.buid), slot)
    this.names.push([person.last_name, person.first_name, person.middle_name].map((name) => fold(name ?? '')).filter(Boolean).join('\u0001'))
    this.buids.set(slot, numberIn(person.buid))
    this.contactIds.set(slot, person.contact_id === null ? none : numberIn(person.contact_id))
    this.flags.set(slot, flagsOf(person))
    this.classYears.set(slot, person.degrees.reduce((latest, { year, isDegree }) => (isDegree && year > latest ? year : latest), none))
    this.places.set(slot, numberOf(dictionaries.places, fold([person.city, person.state, person.country].filter(Boolean).join(' '))))
    this.states.set(slot, numberOf(dictionaries.states, person.state))
    this.countries.set(slot, numberOf(dictionaries.countries, person.country))
    this.zips.set(slot, numberOf(dictionaries.zips, zipOf(person)))
    this.words.set(slot, numbersOf(dictionaries.words, new Set(namesOf(person).flatMap(wordsOfName))))
    this.employerWords.set(slot, numbersOf(dictionaries.employerWords, new Set(person.employers.flatMap(foldedWords))))
    this.phones.set(slot, numbersOf(dictionaries.phones, new Set([person.mobile_phone, person.home_phone].filter((phone) => phone !== null).map(phoneDigits).filter(Boolean))))
    this.affinities.set(slot, numbersOf(dictionaries.affinities, person.affinities))
    this.degrees.set(slot, person.degrees.flatMap(({ college, major, degree, day }) => [numberOf(dictionaries.colleges, college), numberOf(dictionaries.majors, major), numberOf(dictionaries.degrees, degree), day ?? undated]))
    this.engagements.set(slot, person.engagements.flatMap(({ activity, description, day }) => [dictionaries.events.use(eventOf(activity, description)), day]))
    this.#noteDays(slot)
  }

  /** Works out everyone's last day and the days of events anew, after all engagements were put in at once. */
  noteDays(): void {
    for (let slot = 0; slot < this.ids.length; slot++) this.#noteDays(slot)
  }

  #noteDays(slot: number): void {
    const { values, starts, ends } = this.engagements
    let last = none
    for (let at = starts[slot]!; at < ends[slot]!; at += 2) {
      const [event, day] = [values[at]!, values[at + 1]!]
      if (day > last) last = day
      this.#noteDay(event, day)
    }
    this.lastEngaged.set(slot, last)
  }

  #noteDay(event: number, day: number): void {
    const [first, last] = [this.#firstDays, this.#lastDays]
    while (first.length <= event) {
      first.push(Infinity)
      last.push(-Infinity)
    }
    if (day < first[event]!) first[event] = day
    if (day > last[event]!) last[event] = day
  }

  /** Whether the event may have been between two days, both included. */
  isEventWithin(event: number, from: number, to: number): boolean {
    return this.#firstDays[event]! <= to && this.#lastDays[event]! >= from
  }

  remove(slot: number): void {
    this.#slots.delete(this.buids.values[slot]!)
    this.flags.set(slot, 0)
    const { dictionaries } = this
    for (const [column, dictionary] of [[this.words, dictionaries.words], [this.employerWords, dictionaries.employerWords], [this.phones, dictionaries.phones]] as const) {
      for (let at = column.starts[slot]!; at < column.ends[slot]!; at++) dictionary.release(column.values[at]!)
    }
    for (const [column, dictionary] of [[this.states, dictionaries.states], [this.countries, dictionaries.countries], [this.places, dictionaries.places]] as const) {
      if (column.values[slot]! !== none) dictionary.release(column.values[slot]!)
    }
    for (let at = this.degrees.starts[slot]!; at < this.degrees.ends[slot]!; at += 4) {
      if (this.degrees.values[at + 2]! !== none) dictionaries.degrees.release(this.degrees.values[at + 2]!)
    }
  }
}

export const flag = { alive: 1, deceased: 2, do_not_contact: 4, champion: 8 } as const

function flagsOf({ deceased, do_not_contact, champion }: Person): number {
  return flag.alive | (deceased ? flag.deceased : 0) | (do_not_contact ? flag.do_not_contact : 0) | (champion ? flag.champion : 0)
}

function namesOf({ first_name, middle_name, last_name, preferred_name, former_last_name }: Person): string[] {
  return [first_name, middle_name, last_name, preferred_name, former_last_name].filter((name) => name !== null)
}

/** The digits of `B00000004` or `C-000000004`. */
function numberIn(id: string): number {
  return Number(id.slice(id.startsWith('C-') ? 2 : 1))
}

function numberOf(dictionary: Dictionary, text: string | null | undefined): number {
  return text ? dictionary.use(text) : none
}

function numbersOf(dictionary: Dictionary, texts: Iterable<string>): number[] {
  return Array.from(texts, (text) => dictionary.use(text))
}
