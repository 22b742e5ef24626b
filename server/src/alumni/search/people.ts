import { setImmediate as breathe } from 'node:timers/promises'
import { ListColumn, NumberColumn } from '../columns.ts'
import { numberIn } from '../identifier-numbers.ts'
import { Dictionary } from './dictionary.ts'
import { fold, foldedWords, wordsOfName } from './fold.ts'
import { eventOf, phoneDigits, zipOf, type Person } from './person.ts'

/** No value in a column of numbers; before every day. */
export const none = -(2 ** 30)

/**
 * Everyone on file as columns of small numbers, which a search runs through from end to end. A person takes a new slot each
 * time that something about them changes; the former one is dead and stays until the next load.
 */
export class People {
  readonly dictionaries = {
    names: new Dictionary(),
    words: new Dictionary(),
    employerWords: new Dictionary(),
    phones: new Dictionary(),
    places: new Dictionary(),
    states: new Dictionary(),
    countries: new Dictionary(),
    zips: new Dictionary(),
    colleges: new Dictionary(),
    majors: new Dictionary(),
    degrees: new Dictionary(),
    affinities: new Dictionary(),
    events: new Dictionary(),
  }
  ids: number[] = []
  /** The folded parts of the name that lists are ordered by, last name first; what is not on file is left out, so that only later parts are blank. */
  readonly nameParts = [new NumberColumn(), new NumberColumn(), new NumberColumn()] as const
  readonly buids = new NumberColumn()
  readonly contactIds = new NumberColumn()
  readonly flags = new NumberColumn()
  readonly classYears = new NumberColumn()
  readonly lastEngaged = new NumberColumn()
  readonly places = new NumberColumn()
  readonly states = new NumberColumn()
  readonly countries = new NumberColumn()
  readonly zips = new NumberColumn()
  readonly words = new ListColumn()
  readonly employerWords = new ListColumn()
  readonly phones = new ListColumn()
  readonly affinities = new ListColumn()
  /** Four numbers each: college, major, degree, day. */
  readonly degrees = new ListColumn(4)
  /** Two numbers each: event (an activity with a description) and day. */
  readonly engagements = new ListColumn(2)
  /** Between which days each event has ever been. */
  readonly #firstDays: number[] = []
  readonly #lastDays: number[] = []
  readonly #slots = new Map<number, number>()

  /** How many are on file. */
  get size(): number {
    return this.#slots.size
  }

  /** Slots that are taken up by what was true once. */
  get dead(): number {
    return this.ids.length - this.#slots.size
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
    const [first = '', second = '', third = ''] = [person.last_name, person.first_name, person.middle_name]
      .map((name) => fold(name ?? ''))
      .filter(Boolean)
    ;[first, second, third].forEach((part, at) => this.nameParts[at]!.set(slot, dictionaries.names.use(part)))
    this.buids.set(slot, numberIn(person.buid))
    this.contactIds.set(slot, person.contact_id === null ? none : numberIn(person.contact_id))
    this.flags.set(slot, flagsOf(person))
    this.classYears.set(
      slot,
      person.degrees.reduce((latest, { year, isDegree }) => (isDegree && year > latest ? year : latest), none),
    )
    this.places.set(
      slot,
      dictionaries.places.use(fold([person.city, person.state, person.country].filter(Boolean).join(' '))),
    )
    this.states.set(slot, dictionaries.states.use(person.state ?? ''))
    this.countries.set(slot, dictionaries.countries.use(person.country ?? ''))
    this.zips.set(slot, dictionaries.zips.use(zipOf(person) ?? ''))
    this.words.add(numbersOf(dictionaries.words, new Set(namesOf(person).flatMap(wordsOfName))))
    this.employerWords.add(numbersOf(dictionaries.employerWords, new Set(person.employers.flatMap(foldedWords))))
    this.phones.add(
      numbersOf(
        dictionaries.phones,
        new Set(
          [person.mobile_phone, person.home_phone]
            .filter((phone) => phone !== null)
            .map(phoneDigits)
            .filter(Boolean),
        ),
      ),
    )
    this.affinities.add(numbersOf(dictionaries.affinities, person.affinities))
    this.degrees.add(
      person.degrees.flatMap(({ college, major, degree, day }) => [
        dictionaries.colleges.use(college),
        dictionaries.majors.use(major),
        dictionaries.degrees.use(degree),
        day ?? none,
      ]),
    )
    this.engagements.add(
      person.engagements.flatMap(({ activity, description, day }) => [
        dictionaries.events.use(eventOf(activity, description)),
        day,
      ]),
    )
    this.#noteDays(slot)
  }

  /** Gives everyone the slot of their place in `order`, a column at a time, so that others are served meanwhile: a search is fastest that meets people in the order of their slots. */
  async arrange(order: Int32Array): Promise<void> {
    const { ids } = this
    this.ids = Array.from(order, (slot) => ids[slot]!)
    for (const column of [Object.values(this), this.nameParts].flat() as unknown[]) {
      if (!(column instanceof NumberColumn || column instanceof ListColumn)) continue
      column.arrange(order)
      await breathe()
    }
    this.#slots.clear()
    for (let slot = 0; slot < order.length; slot++) this.#slots.set(this.buids.values[slot]!, slot)
  }

  /** Works out everyone's last day and the days of events anew, after all engagements were put in at once. */
  noteDays(): void {
    for (let slot = 0; slot < this.ids.length; slot++) this.#noteDays(slot)
  }

  #noteDays(slot: number): void {
    const { values, starts } = this.engagements
    let last = none
    for (let at = starts[slot]!; at < starts[slot + 1]!; at += 2) {
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
    for (const [column, dictionary] of [
      [this.words, dictionaries.words],
      [this.employerWords, dictionaries.employerWords],
      [this.phones, dictionaries.phones],
    ] as const) {
      for (let at = column.starts[slot]!; at < column.ends[slot]!; at++) dictionary.release(column.values[at]!)
    }
    for (const [column, dictionary] of [
      [this.states, dictionaries.states],
      [this.countries, dictionaries.countries],
      [this.places, dictionaries.places],
    ] as const) {
      dictionary.release(column.values[slot]!)
    }
    for (let at = this.degrees.starts[slot]!; at < this.degrees.ends[slot]!; at += 4) {
      dictionaries.degrees.release(this.degrees.values[at + 2]!)
    }
  }
}

export const flag = { alive: 1, deceased: 2, do_not_contact: 4, champion: 8 } as const

function flagsOf({ deceased, do_not_contact, champion }: Person): number {
  return (
    flag.alive |
    (deceased ? flag.deceased : 0) |
    (do_not_contact ? flag.do_not_contact : 0) |
    (champion ? flag.champion : 0)
  )
}

function namesOf({ first_name, middle_name, last_name, preferred_name, former_last_name }: Person): string[] {
  return [first_name, middle_name, last_name, preferred_name, former_last_name].filter((name) => name !== null)
}

function numbersOf(dictionary: Dictionary, texts: Iterable<string>): number[] {
  return Array.from(texts, (text) => dictionary.use(text))
}
