import { dayOf, minutesOfDay, type Attendance } from './attendances.ts'
import { toDate, toDayNumber, readDays, readMoment, type Day } from './days.ts'
import type { Attendees } from './file-reader.ts'

/** Minutes since 1970 in the local time of the file. */
type Span = { from: number; to: number }

/** `undated` counts attendances without a day. `ambiguous` is an example of a day with two readings. */
export type Days = {
  dates: string[]
  undated: number
  ambiguous?: { text: string; monthFirst: string; dayFirst: string }
}

export class EventDays {
  readonly #read: Attendees
  readonly #days: Map<string, Day>
  readonly #findMeetingDay: (join: number) => number
  readonly #dayNumbers: Int32Array
  #result: Days | undefined

  constructor(read: Attendees, isDayFirst?: boolean) {
    this.#read = read
    const listed = read.meetings.flatMap(({ start, end }) =>
      [start, end].flatMap((text) => readMoment(text)?.day ?? []),
    )
    this.#days = readDays([...read.days, ...listed], isDayFirst)
    this.#dayNumbers = Int32Array.from(read.days, (text) => this.#toDayNumber(text))
    this.#findMeetingDay = createMeetingDayFinder(this.#listMeetings(), this.#listPresences())
  }

  /** Returns days since 1970, or 0 if unknown. */
  numberOf(attendance: Attendance): number {
    const number = this.#dayNumbers[dayOf(attendance)] ?? 0
    return number !== 0 && this.#read.joins.has(attendance.moment)
      ? this.#findMeetingDay(number * minutesOfDay + (attendance.moment % minutesOfDay))
      : number || this.#findOnlyMeetingDay()
  }

  /**
   * Returns the day of the meetings if the file has no join times and all meetings start on the same day; otherwise 0.
   */
  #findOnlyMeetingDay(): number {
    const days = new Set(this.#listMeetings().map(({ from }) => toDay(from)))
    return days.size === 1 && this.#read.joins.size === 0 ? [...days][0]! : 0
  }

  #toDayNumber(text: string): number {
    const day = this.#days.get(text)
    return day && 'date' in day ? toDayNumber(day.date) : 0
  }

  #toMinutes(text: string): number | undefined {
    const moment = readMoment(text)
    const day = moment ? this.#toDayNumber(moment.day) : 0
    return day === 0 ? undefined : day * minutesOfDay + moment!.minute
  }

  #listMeetings(): Span[] {
    return this.#read.meetings.flatMap(({ start, end, minutes }) => {
      const from = this.#toMinutes(start)
      if (from === undefined) return []
      const lasting = Math.min(Number(minutes) || 0, 7 * minutesOfDay)
      return [{ from, to: Math.max(from, this.#toMinutes(end) ?? from + lasting) }]
    })
  }

  #listPresences(): Span[] {
    const minute = (key: number) => {
      const day = this.#dayNumbers[toDay(key)] ?? 0
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
    let undated = 0
    for (const first of attendances.firsts())
      for (let each: Attendance | undefined = first; each; each = each.next) {
        const day = this.numberOf(each)
        if (day === 0) undated++
        else numbers.add(day)
      }
    const ambiguous = [...this.#days].find(([, day]) => 'monthFirst' in day)
    this.#result = {
      dates: [...numbers].toSorted((a, b) => a - b).map(toDate),
      undated,
      ...(ambiguous && 'monthFirst' in ambiguous[1] ? { ambiguous: { text: ambiguous[0], ...ambiguous[1] } } : {}),
    }
    return this.#result
  }
}

const minutesBefore = 30
const minutesAfter = 120

/** Maps a join time to its meeting's first day. Allows joins from 30 minutes before the start to 120 after the end. */
function createMeetingDayFinder(listed: readonly Span[], joined: readonly Span[]): (join: number) => number {
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
