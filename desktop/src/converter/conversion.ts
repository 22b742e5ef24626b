import type { Format } from '@alumni/shared/exchange/event-exports'
import { findAll, type Attendance, type Reason } from './attendances.ts'
import { dateOf, dayNumber } from './days.ts'
import { EventDays, type Days } from './event-days.ts'
import type { Attendees } from './file-reader.ts'
import { fittingPerson } from './fitting-names.ts'
import type { Status } from './statuses.ts'

export type Person = { buid: string; display_name: string; class_year: number | null }
/** Whose these addresses are: each with the people who have it. */
export type Match = (addresses: string[]) => Promise<{ email: string; people: Person[] }[]>

/** `rows` = `converted` + `duplicates` + `notAttended` + `unmatched` + `broken`. */
export type Totals = {
  rows: number
  converted: number
  duplicates: number
  notAttended: number
  unmatched: number
  broken: number
  reasons: Partial<Record<Reason, number>>
}

/** Someone whom several people on file may be; `id` is chosen by. */
export type Waiting = {
  id: number
  line: number
  address: string
  name: string
  people: Person[]
  chosen?: string | null
  /** The BUID of the only one whose name the attendee's fits. */
  fits?: string
}

/** Someone who was there and is not found by address; `chosen`: whom a person has named. */
export type Unmatched = {
  id: number
  line: number
  address: string
  name: string
  reason: Reason
  chosen?: Person
}

export type Summary = {
  format: Format
  totals: Totals
  statuses: Status[]
  hasStatus: boolean
  days: Days
  /** Holds at most a few of the file's event names. */
  events: string[]
  /** At most the first 500; as many as `of` wait for a choice, or waited. */
  /** `fitting` are not chosen yet and have one whose name fits; `taken` are chosen so in one step. */
  waiting: { shown: Waiting[]; of: number; chosen: number; fitting: number; taken: number }
  unmatched: { shown: Unmatched[]; of: number; chosen: number }
}

/** The person's entries for all rows; a date only for people without one in the file, or to correct its only day. */
export type Facts = { activityCode: string; description: string; date: string | null }
export type EngagementRow = { buid: string; activity_code: string; engagement_date: string; description: string | null }

const addressesAtOnce = 5000
const maxShownPeople = 500
const maxShown = 5

/** The people of a file, who they are on file, and what becomes of each. */
export class Conversion {
  readonly #read: Attendees
  readonly #several = new Map<number, Several>()
  /** The people that staff named, by line of the first attendance. */
  readonly #identified = new Map<number, { person: Person; reason: Reason }>()
  readonly #days: EventDays

  constructor(read: Attendees, isDayFirst?: boolean) {
    this.#read = read
    this.#days = new EventDays(read, isDayFirst)
  }

  /** Asks whose the addresses are, 5,000 at a time. Addresses of several names are not asked about. */
  async match(match: Match, { onProgress }: { onProgress?: (done: number, of: number) => void }) {
    const asked = [...this.#read.attendances.firsts()].filter(({ found }) => found !== 'shared-address')
    onProgress?.(0, asked.length)
    for (let from = 0; from < asked.length; from += addressesAtOnce) {
      const some = asked.slice(from, from + addressesAtOnce)
      const replies = await match(some.map(({ address }) => address))
      const people = new Map(replies.map((reply) => [reply.email, reply.people]))
      for (const first of some) this.#find(first, people.get(first.address) ?? [])
      onProgress?.(Math.min(from + addressesAtOnce, asked.length), asked.length)
    }
  }

  #find(first: Attendance, people: Person[]): void {
    const [person] = people
    if (!person) return
    findAll(first, people.length === 1 ? asNumber(person.buid) : 'several')
    if (people.length === 1) return
    const { line, address, name } = first
    const fits = fittingPerson(name, people)?.buid
    this.#several.set(line, { waiting: { id: line, line, address, name, people, ...(fits && { fits }) }, first })
  }

  /** Chooses one of several by BUID; null is none of them. */
  choose(id: number, buid: string | null): void {
    const several = this.#several.get(id)
    if (!several || (buid !== null && !several.waiting.people.some((person) => person.buid === buid))) return
    this.#choose(several, buid)
  }

  #choose(several: Several, buid: string | null | undefined): void {
    several.isTaken = false
    if (buid === undefined) delete several.waiting.chosen
    else several.waiting.chosen = buid
    findAll(several.first, buid === undefined ? 'several' : buid === null ? 'none-of-several' : asNumber(buid))
  }

  /** Chooses, for all who are not chosen yet, the only one whose name fits. */
  chooseFitting(): void {
    for (const several of this.#fitting()) {
      this.#choose(several, several.waiting.fits!)
      several.isTaken = true
    }
  }

  /** Takes back what `chooseFitting` has chosen and no one has changed since. */
  undoFitting(): void {
    for (const several of this.#several.values()) if (several.isTaken) this.#choose(several, undefined)
  }

  #fitting(): Several[] {
    return [...this.#several.values()].filter(
      ({ waiting: { fits, chosen } }) => fits !== undefined && chosen === undefined,
    )
  }

  /** Says who someone is who was not found by address; null takes that back. */
  identify(id: number, person: Person | null): void {
    const attendance = this.#read.attendances.all.find(({ line }) => line === id)
    if (!attendance || this.#several.has(id)) return
    const { reason } = this.#identified.get(id) ?? { reason: attendance.found }
    if (typeof reason === 'number' || reason.startsWith('broken')) return
    if (person) this.#identified.set(id, { person, reason })
    else this.#identified.delete(id)
    const found = person ? asNumber(person.buid) : reason
    // Only this one is meant where an address has more names.
    if (reason === 'no-match') findAll(attendance, found)
    else attendance.found = found
  }

  /** Returns people to name: one for each address that no one has, and each of the others. */
  #unmatched(): Summary['unmatched'] {
    const shown: Unmatched[] = []
    let of = 0
    const addresses = new Set<string>()
    for (const { line, address, name, found } of this.#read.attendances.all) {
      const { person, reason } = this.#identified.get(line) ?? { reason: found }
      if (typeof reason === 'number' || reason.startsWith('broken') || reason.endsWith('several')) continue
      if (reason === 'no-match' && addresses.size === addresses.add(address).size) continue
      if (of++ < maxShownPeople)
        shown.push({ id: line, line, address, name, reason, ...(person && { chosen: person }) })
    }
    return { shown, of, chosen: this.#identified.size }
  }

  summary(date: string | null = null): Summary {
    const { format, statuses, hasStatus, events, meetings } = this.#read
    const all = [...this.#several.values()]
    const several = all.map(({ waiting }) => waiting)
    const topics = [...new Set([...events.slice(1, 50), ...meetings.map(({ topic }) => topic)])].filter(Boolean)
    return {
      format,
      totals: this.totals(date),
      statuses: statuses.all(),
      hasStatus,
      days: this.#days.read(),
      events: topics.slice(0, maxShown),
      waiting: {
        shown: several.slice(0, maxShownPeople),
        of: several.length,
        chosen: several.filter(({ chosen }) => chosen !== undefined).length,
        fitting: this.#fitting().length,
        taken: all.filter(({ isTaken }) => isTaken).length,
      },
      unmatched: this.#unmatched(),
    }
  }

  totals(date: string | null = null): Totals {
    const { rows, notAttended, attendances } = this.#read
    const totals: Totals = {
      rows,
      converted: 0,
      duplicates: attendances.repeated,
      notAttended,
      unmatched: 0,
      broken: 0,
      reasons: {},
    }
    for (const { attendance, isAgain } of this.#walk(date)) {
      const { found } = attendance
      if (typeof found === 'number') totals[isAgain ? 'duplicates' : 'converted']++
      else {
        totals.reasons[found] = (totals.reasons[found] ?? 0) + 1
        totals[found.startsWith('broken') ? 'broken' : 'unmatched']++
      }
    }
    return totals
  }

  /** One row for each person, code and day, in the order of the file. A row without a day is left out. */
  *engagements({ activityCode, description, date }: Facts): Generator<EngagementRow> {
    for (const { attendance, isAgain, day } of this.#walk(date)) {
      if (typeof attendance.found !== 'number' || isAgain || day === 0) continue
      yield {
        buid: asBuid(attendance.found),
        activity_code: activityCode,
        engagement_date: dateOf(day),
        description: description || this.#read.events[attendance.event] || null,
      }
    }
  }

  /** Everything that attended and was not converted, in the order of the file. */
  *unmatched(): Generator<{ line: number; reason: Reason; name: string; address: string; date: string }> {
    for (const { attendance, day } of this.#walk(null)) {
      const { line, found, name, address } = attendance
      if (typeof found !== 'number') yield { line, reason: found, name, address, date: day === 0 ? '' : dateOf(day) }
    }
  }

  *#walk(date: string | null): Generator<{ attendance: Attendance; isAgain: boolean; day: number }> {
    const asked = date === null ? 0 : dayNumber(date)
    const isOneDay = this.#days.read().named.length <= 1
    const seen = new Map<number, Set<number>>()
    for (const attendance of this.#read.attendances.all) {
      const named = this.#days.of(attendance)
      const day = asked !== 0 && (named === 0 || isOneDay) ? asked : named
      const { found } = attendance
      let isAgain = false
      if (typeof found === 'number') {
        const ofDay = seen.get(day) ?? new Set()
        isAgain = ofDay.has(found)
        seen.set(day, ofDay.add(found))
      }
      yield { attendance, isAgain, day }
    }
  }
}

/** An address that several people have; `isTaken`: chosen by its name, together with others. */
type Several = { waiting: Waiting; first: Attendance; isTaken?: boolean }

/** BUIDs are stored as numbers, of which a million are small. */
function asNumber(buid: string): number {
  return Number(buid.slice(1))
}
function asBuid(number: number): string {
  return `B${String(number).padStart(8, '0')}`
}
