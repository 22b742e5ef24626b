import { dayOf, minutesOfDay, type Attendance } from './attendances.ts'
import { dateOf, dayNumber, readDays, readMoment, type Day } from './days.ts'
import type { Attendees } from './file-reader.ts'

/** Minutes since 1970 on the clock of the file. */
type Span = { from: number; to: number }

/** The days of the file: each once, how many attendances have none, and one that can be read two ways. */
export type Days = {
  named: string[]
  unnamed: number
  ambiguous?: { text: string; monthFirst: string; dayFirst: string }
}

/** On which day each of a file's people was at its event. */
export class EventDays {
  readonly #read: Attendees
  readonly #days: Map<string, Day>
  readonly #dayOf: (join: number) => number
  readonly #dated: Int32Array
  #result: Days | undefined

  constructor(read: Attendees, isDayFirst?: boolean) {
    this.#read = read
    const announced = read.meetings.flatMap(({ start, end }) =>
      [start, end].flatMap((text) => readMoment(text)?.day ?? []),
    )
    this.#days = readDays([...read.days, ...announced], isDayFirst)
    this.#dated = Int32Array.from(read.days, (text) => this.#number(text))
    this.#dayOf = meetingDays(this.#held(), this.#joined())
  }

  /** Returns days since 1970; 0 if the file gives none. */
  of(attendance: Attendance): number {
    const number = this.#dated[dayOf(attendance)] ?? 0
    return number !== 0 && this.#read.joins.has(attendance.moment)
      ? this.#dayOf(number * minutesOfDay + (attendance.moment % minutesOfDay))
      : number || this.#onlyMeeting()
  }

  /** Where people have no times of their own, the meeting of the file is meant, if it lists one. */
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
    return [...this.#read.joins].flatMap(([joined, left]) => {
      const [from, to] = [minute(joined), minute(left)]
      return from === undefined ? [] : [{ from, to: Math.max(from, to ?? from) }]
    })
  }

  read(): Days {
    if (this.#result) return this.#result
    const { attendances } = this.#read
    const named = new Set<number>()
    let unnamed = 0
    for (const first of attendances.firsts())
      for (let each: Attendance | undefined = first; each; each = each.next) {
        const day = this.of(each)
        if (day === 0) unnamed++
        else named.add(day)
      }
    const two = [...this.#days].find(([, day]) => 'monthFirst' in day)
    this.#result = {
      named: [...named].toSorted((a, b) => a - b).map(dateOf),
      unnamed,
      ...(two && 'monthFirst' in two[1] ? { ambiguous: { text: two[0], ...two[1] } } : {}),
    }
    return this.#result
  }
}

const before = 30
const after = 120

/**
 * Finds the day on which the meeting of a join began: `announced` are the meetings that the file lists, `joined` the
 * times that people were there. A restarted meeting is one; people join from 30 minutes before it to 120 after; others
 * were at another one, which began with its first join.
 */
function meetingDays(announced: readonly Span[], joined: readonly Span[]): (join: number) => number {
  const meetings = restarted(announced, after)
  const isInMeeting = ({ from }: Span) => meetings.some((meeting) => isWithin(from, meeting))
  const others = restarted(
    joined.filter((span) => !isInMeeting(span)),
    after,
  )
  return (join) => toDay(([...meetings, ...others].find((meeting) => isWithin(join, meeting)) ?? { from: join }).from)
}

function isWithin(moment: number, { from, to }: Span): boolean {
  return moment >= from - before && moment <= to + after
}

/** Spans that follow each other within so many minutes, as one. */
function restarted(spans: readonly Span[], minutes: number): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && span.from <= last.to + minutes) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

const toDay = (minute: number) => Math.floor(minute / minutesOfDay)
