import type { Attendance, Fault } from './attendances.ts'
import { dateOf, dayNumber } from './days.ts'
import { EventDays, type Days } from './event-days.ts'
import type { Attendees } from './file-reader.ts'
import type { Format } from './recognise.ts'
import { Cancelled } from './source.ts'
import type { Status } from './statuses.ts'

export type Person = { buid: string; display_name: string; class_year: number | null }
/** Whose these addresses are: each with the people who have it. */
export type Match = (addresses: string[]) => Promise<{ email: string; people: Person[] }[]>

/** Why a row that was attended is not converted. */
export const reasons = [
  'nobody',
  'several',
  'none-of-several',
  'shared-address',
  'no-address',
  'bad-address',
  'two-addresses',
  'broken-nul',
  'broken-quote',
  'broken-width',
] as const
export type Reason = (typeof reasons)[number]

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
}

export type Summary = {
  format: Format
  headerKey: string
  totals: Totals
  statuses: Status[]
  hasStatus: boolean
  days: Days
  /** The names of events that the file tells, at most a few. */
  events: string[]
  waiting: Waiting[]
  /** More wait than are shown. */
  isWaitingCut: boolean
}

/** What the person says of all of them; a date only for those of whom the file tells none, or to put the only one right. */
export type Facts = { activityCode: string; description: string; date: string | null }
export type EngagementRow = { buid: string; activity_code: string; engagement_date: string; description: string | null }

const addressesAtOnce = 5000
const maxWaiting = 500
const maxShown = 5
const unasked = 0
const nobody = 1
const several = 2
const dismissed = 3
/** BUIDs are kept as numbers from here on. */
const firstBuid = 4

/** The people of a file, who they are on file, and what becomes of each. */
export class Conversion {
  readonly #read: Attendees
  readonly #found: Float64Array
  readonly #several = new Map<number, Waiting>()
  readonly #days: EventDays

  constructor(read: Attendees, isDayFirst?: boolean) {
    this.#read = read
    this.#found = new Float64Array(read.attendances.size)
    this.#days = new EventDays(read, isDayFirst)
  }

  /** Asks whose the addresses are, 5,000 at a time. Addresses of several names are not asked about. */
  async match(
    match: Match,
    { onProgress, isCancelled }: { onProgress?: (done: number, of: number) => void; isCancelled?: () => boolean },
  ) {
    const { attendances } = this.#read
    let done = 0
    let heads: number[] = []
    const ask = async () => {
      if (isCancelled?.()) throw new Cancelled()
      const addresses = heads.map((head) => attendances.address(head))
      const found = new Map((await match(addresses)).map(({ email, people }) => [email, people]))
      heads.forEach((head, index) => this.#take(head, found.get(addresses[index]!) ?? []))
      done += heads.length
      heads = []
      onProgress?.(done, attendances.addresses)
    }
    for (let index = 0; index < attendances.size; index++) {
      if (!attendances.isHead(index) || attendances.at(index).fault !== 'fine' || attendances.isShared(index)) continue
      heads.push(index)
      if (heads.length === addressesAtOnce) await ask()
    }
    if (heads.length > 0) await ask()
  }

  #take(head: number, people: readonly Person[]): void {
    const [one] = people
    if (!one) this.#found[head] = nobody
    else if (people.length === 1) this.#found[head] = asNumber(one.buid)
    else {
      const { attendances } = this.#read
      this.#found[head] = several
      const { line } = attendances.at(head)
      this.#several.set(head, {
        id: head,
        line,
        address: attendances.address(head),
        name: attendances.name(head),
        people: [...people],
      })
    }
  }

  /** Chooses one of several by BUID; null is none of them. */
  choose(id: number, buid: string | null): void {
    const waiting = this.#several.get(id)
    if (!waiting || (buid !== null && !waiting.people.some((person) => person.buid === buid))) return
    waiting.chosen = buid
    this.#found[id] = buid === null ? dismissed : asNumber(buid)
  }

  summary(date: string | null = null): Summary {
    const { format, headerKey, statuses, hasStatus, events, meetings } = this.#read
    const topics = [...new Set([...events.slice(1, 50), ...meetings.map(({ topic }) => topic)])].filter(Boolean)
    return {
      format,
      headerKey,
      totals: this.totals(date),
      statuses: statuses.all(),
      hasStatus,
      days: this.#days.tell(),
      events: topics.slice(0, maxShown),
      waiting: [...this.#several.values()].slice(0, maxWaiting),
      isWaitingCut: this.#several.size > maxWaiting,
    }
  }

  totals(date: string | null = null): Totals {
    const { rows, notAttended } = this.#read
    const totals: Totals = { rows, converted: 0, duplicates: 0, notAttended, unmatched: 0, broken: 0, reasons: {} }
    for (const { attendance, reason, isAgain } of this.#walk(date)) {
      totals.duplicates += attendance.rows - 1
      if (reason === undefined) totals[isAgain ? 'duplicates' : 'converted']++
      else {
        totals.reasons[reason] = (totals.reasons[reason] ?? 0) + 1
        totals[reason.startsWith('broken') ? 'broken' : 'unmatched']++
      }
    }
    return totals
  }

  /** One row for each person, code and day, in the order of the file. Whose day nobody told is left out. */
  *engagements({ activityCode, description, date }: Facts): Generator<EngagementRow> {
    for (const { index, attendance, reason, isAgain, day } of this.#walk(date)) {
      if (reason !== undefined || isAgain || day === 0) continue
      yield {
        buid: asBuid(this.#found[this.#read.attendances.head(index)]!),
        activity_code: activityCode,
        engagement_date: dateOf(day),
        description: description || this.#read.events[attendance.event] || null,
      }
    }
  }

  /** Everything that attended and was not converted, in the order of the file. */
  *unmatched(): Generator<{ line: number; reason: Reason; name: string; address: string; date: string }> {
    const { attendances } = this.#read
    for (const { index, attendance, reason, day } of this.#walk(null)) {
      if (reason === undefined) continue
      yield {
        line: attendance.line,
        reason,
        name: attendances.name(index),
        address: attendances.address(index),
        date: day === 0 ? '' : dateOf(day),
      }
    }
  }

  *#walk(date: string | null): Generator<{
    index: number
    attendance: Attendance
    reason: Reason | undefined
    isAgain: boolean
    day: number
  }> {
    const { attendances } = this.#read
    const asked = date === null ? 0 : dayNumber(date)
    const isOneDay = this.#days.tell().told.length <= 1
    const seen = new Map<number, Set<number>>()
    for (let index = 0; index < attendances.size; index++) {
      const attendance = attendances.at(index)
      const reason = this.#reasonOf(index, attendance.fault)
      const told = this.#days.of(attendance)
      const day = asked !== 0 && (told === 0 || isOneDay) ? asked : told
      let isAgain = false
      if (reason === undefined) {
        const person = this.#found[attendances.head(index)]!
        const ofDay = seen.get(day) ?? new Set()
        isAgain = ofDay.has(person)
        seen.set(day, ofDay.add(person))
      }
      yield { index, attendance, reason, isAgain, day }
    }
  }

  #reasonOf(index: number, fault: Fault): Reason | undefined {
    if (fault !== 'fine') return fault === 'no-day' ? 'no-address' : fault
    if (this.#read.attendances.isShared(index)) return 'shared-address'
    const found = this.#found[this.#read.attendances.head(index)]!
    if (found === several) return 'several'
    if (found === dismissed) return 'none-of-several'
    return found === nobody || found === unasked ? 'nobody' : undefined
  }
}

function asNumber(buid: string): number {
  return firstBuid + Number(buid.slice(1))
}
function asBuid(number: number): string {
  return `B${String(number - firstBuid).padStart(8, '0')}`
}
