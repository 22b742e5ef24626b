import { dayOf, minutesOfDay, type Attendance } from './attendances.ts'
import { dateOf, dayNumber, readDays, readMoment, type Day } from './days.ts'
import type { Attendees } from './file-reader.ts'
import { meetingDays, type Span } from './meetings.ts'

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
    const days = new Set(this.#held().map(({ from }) => Math.floor(from / 1440)))
    return days.size === 1 && this.#read.joins.size === 0 ? [...days][0]! : 0
  }

  #number(text: string): number {
    const day = this.#days.get(text)
    return day && 'date' in day ? dayNumber(day.date) : 0
  }

  #minutes(text: string): number | undefined {
    const moment = readMoment(text)
    const day = moment ? this.#number(moment.day) : 0
    return day === 0 ? undefined : day * 1440 + moment!.minute
  }

  #held(): Span[] {
    return this.#read.meetings.flatMap(({ start, end, minutes }) => {
      const from = this.#minutes(start)
      if (from === undefined) return []
      const lasting = Math.min(Number(minutes) || 0, 7 * 1440)
      return [{ from, to: Math.max(from, this.#minutes(end) ?? from + lasting) }]
    })
  }

  #joined(): Span[] {
    const minute = (key: number) => {
      const day = this.#dated[Math.floor(key / 1440)] ?? 0
      return day === 0 ? undefined : day * 1440 + (key % 1440)
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
