import type { Format } from '@alumni/shared/exchange/event-exports'
import { setFound, type Attendance, type Reason } from './attendances.ts'
import { toDate, toDayNumber } from './days.ts'
import { EventDays, type Days } from './event-days.ts'
import type { Attendees } from './file-reader.ts'
import { findFittingPerson } from './fitting-names.ts'
import type { Status } from './statuses.ts'

export type Person = { buid: string; display_name: string; class_year: number | null }
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

export type AmbiguousAttendee = {
  id: number
  line: number
  address: string
  name: string
  people: Person[]
  chosen?: string | null
  /** The BUID of the only person with a fitting name. */
  fittingBuid?: string
}

export type UnmatchedAttendee = {
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
  events: string[]
  /** `shown` has at most 500 people. `fitting` counts choices that `chooseFitting` would make, `taken` those made. */
  waiting: { shown: AmbiguousAttendee[]; total: number; chosen: number; fitting: number; taken: number }
  unmatched: { shown: UnmatchedAttendee[]; total: number; chosen: number }
}

/** `date` applies to rows without a day, and to all rows if the file has only one day. */
export type Facts = { activityCode: string; description: string; date: string | null }
export type EngagementRow = { buid: string; activity_code: string; engagement_date: string; description: string | null }

const addressesAtOnce = 5000
const maxShownPeople = 500
const maxShown = 5

export class Conversion {
  readonly #read: Attendees
  readonly #several = new Map<number, Several>()
  /** People picked by the user, keyed by line. */
  readonly #identified = new Map<number, { person: Person; reason: Reason }>()
  readonly #days: EventDays

  constructor(read: Attendees, isDayFirst?: boolean) {
    this.#read = read
    this.#days = new EventDays(read, isDayFirst)
  }

  /** Matches addresses in batches of 5,000. Skips addresses shared by people with different names. */
  async match(match: Match, { onProgress }: { onProgress?: (progress: { done: number; total: number }) => void }) {
    const firsts = [...this.#read.attendances.firsts()].filter(({ found }) => found !== 'shared-address')
    onProgress?.({ done: 0, total: firsts.length })
    for (let from = 0; from < firsts.length; from += addressesAtOnce) {
      const some = firsts.slice(from, from + addressesAtOnce)
      const replies = await match(some.map(({ address }) => address))
      const people = new Map(replies.map((reply) => [reply.email, reply.people]))
      for (const first of some) this.#find(first, people.get(first.address) ?? [])
      onProgress?.({ done: Math.min(from + addressesAtOnce, firsts.length), total: firsts.length })
    }
  }

  #find(first: Attendance, people: Person[]): void {
    const [person] = people
    if (!person) return
    setFound(first, people.length === 1 ? toNumber(person.buid) : 'several')
    if (people.length === 1) return
    const { line, address, name } = first
    const fittingBuid = findFittingPerson(name, people)?.buid
    const waiting = { id: line, line, address, name, people, ...(fittingBuid && { fittingBuid }) }
    this.#several.set(line, { waiting, first })
  }

  choose(id: number, buid: string | null): void {
    const several = this.#several.get(id)
    if (!several || (buid !== null && !several.waiting.people.some((person) => person.buid === buid))) return
    this.#choose(several, buid)
  }

  #choose(several: Several, buid: string | null | undefined): void {
    several.isTaken = false
    if (buid === undefined) delete several.waiting.chosen
    else several.waiting.chosen = buid
    setFound(several.first, buid === undefined ? 'several' : buid === null ? 'none-of-several' : toNumber(buid))
  }

  chooseFitting(): void {
    for (const several of this.#fitting()) {
      this.#choose(several, several.waiting.fittingBuid!)
      several.isTaken = true
    }
  }

  undoFitting(): void {
    for (const several of this.#several.values()) if (several.isTaken) this.#choose(several, undefined)
  }

  #fitting(): Several[] {
    const all = [...this.#several.values()]
    return all.filter(({ waiting }) => waiting.fittingBuid !== undefined && waiting.chosen === undefined)
  }

  identify(id: number, person: Person | null): void {
    const attendance = this.#read.attendances.all.find(({ line }) => line === id)
    if (!attendance || this.#several.has(id)) return
    const { reason } = this.#identified.get(id) ?? { reason: attendance.found }
    if (typeof reason === 'number' || reason.startsWith('broken')) return
    if (person) this.#identified.set(id, { person, reason })
    else this.#identified.delete(id)
    const found = person ? toNumber(person.buid) : reason
    // Other attendances with a shared or missing address may belong to other people.
    if (reason === 'no-match') setFound(attendance, found)
    else attendance.found = found
  }

  /** Lists each unknown address only once. */
  #listUnmatched(): Summary['unmatched'] {
    const listed: UnmatchedAttendee[] = []
    let count = 0
    const addresses = new Set<string>()
    for (const { line, address, name, found } of this.#read.attendances.all) {
      const { person, reason } = this.#identified.get(line) ?? { reason: found }
      if (typeof reason === 'number' || reason.startsWith('broken') || reason.endsWith('several')) continue
      if (reason === 'no-match' && addresses.size === addresses.add(address).size) continue
      if (count++ < maxShownPeople)
        listed.push({ id: line, line, address, name, reason, ...(person && { chosen: person }) })
    }
    return { shown: listed, total: count, chosen: this.#identified.size }
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
        total: several.length,
        chosen: several.filter(({ chosen }) => chosen !== undefined).length,
        fitting: this.#fitting().length,
        taken: all.filter(({ isTaken }) => isTaken).length,
      },
      unmatched: this.#listUnmatched(),
    }
  }

  totals(date: string | null = null): Totals {
    const { rows, notAttended, attendances } = this.#read
    const totals: Totals = {
      rows,
      converted: 0,
      duplicates: attendances.repeatedRows,
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

  /** Yields one row per person and day, in file order. Skips rows without a day. */
  *engagements({ activityCode, description, date }: Facts): Generator<EngagementRow> {
    for (const { attendance, isAgain, day } of this.#walk(date)) {
      if (typeof attendance.found !== 'number' || isAgain || day === 0) continue
      yield {
        buid: `B${String(attendance.found).padStart(8, '0')}`,
        activity_code: activityCode,
        engagement_date: toDate(day),
        description: description || this.#read.events[attendance.event] || null,
      }
    }
  }

  *unmatched(): Generator<{ line: number; reason: Reason; name: string; address: string; date: string }> {
    for (const { attendance, day } of this.#walk(null)) {
      const { line, found, name, address } = attendance
      if (typeof found !== 'number') yield { line, reason: found, name, address, date: day === 0 ? '' : toDate(day) }
    }
  }

  *#walk(date: string | null): Generator<{ attendance: Attendance; isAgain: boolean; day: number }> {
    const defaultDay = date === null ? 0 : toDayNumber(date)
    const isOneDay = this.#days.read().dates.length <= 1
    const peopleByDay = new Map<number, Set<number>>()
    for (const attendance of this.#read.attendances.all) {
      const ownDay = this.#days.numberOf(attendance)
      const day = defaultDay !== 0 && (ownDay === 0 || isOneDay) ? defaultDay : ownDay
      const { found } = attendance
      let isAgain = false
      if (typeof found === 'number') {
        const people = peopleByDay.get(day) ?? new Set()
        isAgain = people.has(found)
        peopleByDay.set(day, people.add(found))
      }
      yield { attendance, isAgain, day }
    }
  }
}

type Several = { waiting: AmbiguousAttendee; first: Attendance; isTaken?: boolean }

/** Converts a BUID such as `B00000031` to a number to save memory. */
function toNumber(buid: string): number {
  return Number(buid.slice(1))
}
