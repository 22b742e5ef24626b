import { dayOf, minutesOfDay, type Attendance } from './attendances.ts'
import { dateOf, dayNumber, readDays, readMoment, type Day } from './days.ts'
import type { Attendees } from './file-reader.ts'

/** A range in minutes since 1970, in the file's local time. */
type Span = { from: number; to: number }

/** All days of the file, the number of attendances without one, and an ambiguous day if there is one. */
export type Days = {
  named: string[]
  unnamed: number
  ambiguous?: { text: string; monthFirst: string; dayFirst: string }
}

export class EventDays {
  readonly #read: Attendees
  readonly #days: Map<string, Day>
  readonly #dayOf: (join: number) => number
  readonly #dated: Int32Array
  #result: Days | undefined

  constructor(read: Attendees, isDayFirst?: boolean) {
    this.#read = read
    const listed = read.meetings.flatMap(({ start, end }) =>
      [start, end].flatMap((text) => readMoment(text)?.day ?? []),
    )
    this.#days = readDays([...read.days, ...listed], isDayFirst)
    this.#dated = Int32Array.from(read.days, (text) => this.#number(text))
    this.#dayOf = meetingDays(this.#held(), this.#joined())
  }

  /** Returns days since 1970, or 0 if unknown. */
  numberOf(attendance: Attendance): number {
    const number = this.#dated[dayOf(attendance)] ?? 0
    return number !== 0 && this.#read.joins.has(attendance.moment)
      ? this.#dayOf(number * minutesOfDay + (attendance.moment % minutesOfDay))
      : number || this.#onlyMeeting()
  }

  /** The only meeting that the file lists, for people without times of their own. */
  #onlyMeeting(): number {
    const days = new Set(this.#held().map(({ from }) => toDay(from)))
    return days.size === 1 && this.#read.joins.size === 0 ? [...days][0]! : 0
  }

  #number(text: string): number {
    const day = this.#days.get(text)
    return day && 'date' in day ? dayNumber(day.date) : 0
  }

  #minutes(text: string): number | undefined {
    const moment = readMoment(text)
    const day = moment ? this.#number(moment.day) : 0
    return day === 0 ? undefined : day * minutesOfDay + moment!.minute
  }

  #held(): Span[] {
    return this.#read.meetings.flatMap(({ start, end, minutes }) => {
      const from = this.#minutes(start)
      if (from === undefined) return []
      const lasting = Math.min(Number(minutes) || 0, 7 * minutesOfDay)
      return [{ from, to: Math.max(from, this.#minutes(end) ?? from + lasting) }]
    })
  }

  #joined(): Span[] {
    const minute = (key: number) => {
      const day = this.#dated[toDay(key)] ?? 0
      return day === 0 ? undefined : day * minutesOfDay + (key % minutesOfDay)
    }
    return [...this.#read.joins].flatMap(([joinedAt, leftAt]) => {
      const [from, to] = [minute(joinedAt), minute(leftAt)]
      return from === undefined ? [] : [{ from, to: Math.max(from, to ?? from) }]
    })
  }

  read(): Days {
    if (this.#result) return this.#result
    const { attendances } = this.#read
    const numbers = new Set<number>()
    let unnamed = 0
    for (const first of attendances.firsts())
      for (let each: Attendance | undefined = first; each; each = each.next) {
        const day = this.numberOf(each)
        if (day === 0) unnamed++
        else numbers.add(day)
      }
    const ambiguous = [...this.#days].find(([, day]) => 'monthFirst' in day)
    this.#result = {
      named: [...numbers].toSorted((a, b) => a - b).map(dateOf),
      unnamed,
      ...(ambiguous && 'monthFirst' in ambiguous[1] ? { ambiguous: { text: ambiguous[0], ...ambiguous[1] } } : {}),
    }
    return this.#result
  }
}

const minutesBefore = 30
const minutesAfter = 120

/** Maps a join to the first day of its meeting: a listed one (from 30 minutes before to 120 after), or else its own. */
function meetingDays(listed: readonly Span[], joined: readonly Span[]): (join: number) => number {
  const meetings = mergeSpans(listed, minutesAfter)
  const isInMeeting = ({ from }: Span) => meetings.some((meeting) => isWithin(from, meeting))
  const others = mergeSpans(
    joined.filter((span) => !isInMeeting(span)),
    minutesAfter,
  )
  return (join) => toDay(([...meetings, ...others].find((meeting) => isWithin(join, meeting)) ?? { from: join }).from)
}

function isWithin(moment: number, { from, to }: Span): boolean {
  return moment >= from - minutesBefore && moment <= to + minutesAfter
}

/** Merges spans that are at most so many minutes apart. */
function mergeSpans(spans: readonly Span[], minutes: number): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to + minutes) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

const toDay = (minute: number) => Math.floor(minute / minutesOfDay)
