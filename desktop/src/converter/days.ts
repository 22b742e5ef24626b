/** The day as written in the cell, and the minute of the day. */
export type Moment = { day: string; minute: number }

/** A date, or both readings of an ambiguous day such as `03/04/2026`. */
export type Day = { date: string } | { monthFirst: string; dayFirst: string }

const time = /(?<![\sT,])[\sT,]+(\d{1,2})[:.](\d\d)(?:[:.]\d\d(?:[.,]\d+)?)?\s*([ap])?\.?m?\.?/i

const utc = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:Z|UTC|GMT|[+-]00:?00)$/

/** Converts UTC times to the given time zone, or to this computer's time zone if the given one is unknown. */
export class Clock {
  readonly #format: Intl.DateTimeFormat

  constructor(timeZone: string | undefined) {
    const styles = { dateStyle: 'short', timeStyle: 'short' } as const
    try {
      this.#format = new Intl.DateTimeFormat('sv-SE', { ...styles, timeZone })
    } catch {
      this.#format = new Intl.DateTimeFormat('sv-SE', styles)
    }
  }

  /** Converts a UTC time to local time, such as `2026-10-03 18:04`. Returns other texts unchanged. */
  toLocal(text: string): string {
    const [, day, time] = utc.exec(text) ?? []
    const moment = day ? new Date(`${day}T${time}Z`) : undefined
    return moment && !Number.isNaN(moment.getTime()) ? this.#format.format(moment) : text
  }
}

const timeAlone = /^\d{1,2}[:.]\d\d(?:[:.]\d\d)?\s*(?:[ap]\.?m\.?)?$/i

/** Returns whether the cell contains a time of day, or a day with or without a time. */
export function isTime(cell: string): boolean {
  const text = cell.trim()
  if (text.length < 4 || text.length > 60 || !/\d/.test(text)) return false
  const moment = readMoment(text)
  return timeAlone.test(text) || (moment !== undefined && readDay(moment.day) !== undefined)
}

/** Parses `Mar 22, 2025 19:13:27`, `09/19/2026 10:00 AM` or `2026/05/28 7:01 PM GMT+2`. Undefined without a day. */
export function readMoment(cell: string): Moment | undefined {
  const text = cell.trim()
  const found = time.exec(text)
  const day = (found ? text.slice(0, found.index) : text).trim()
  if (day === '' || day.length > 40 || !/\d/.test(day)) return undefined
  if (!found) return { day, minute: 0 }
  const [, hour, minute, half] = found
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  return hours < 24 && Number(minute) < 60 ? { day, minute: hours * 60 + Number(minute) } : undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses the days of one file. An unambiguous day determines whether all days are day-first or month-first. */
export function readDays(texts: readonly string[], isDayFirst?: boolean): Map<string, Day> {
  const read = texts.map((text) => [text, readDay(text)] as const)
  const slashed = read.flatMap(([, day]) => (day && 'first' in day ? [day] : []))
  const evidence = {
    dayFirst: slashed.some(({ first, second }) => first > 12 && second <= 12),
    monthFirst: slashed.some(({ first, second }) => second > 12 && first <= 12),
  }
  const order = isDayFirst ?? (evidence.dayFirst !== evidence.monthFirst ? evidence.dayFirst : undefined)
  const days = new Map<string, Day>()
  for (const [text, day] of read) {
    if (!day) continue
    if ('date' in day) {
      days.set(text, day)
      continue
    }
    const monthFirst = formatDate(day.year, day.first, day.second)
    const dayFirst = formatDate(day.year, day.second, day.first)
    const date = order === undefined ? undefined : order ? dayFirst : monthFirst
    if (monthFirst && dayFirst && monthFirst !== dayFirst)
      days.set(text, date === undefined ? { monthFirst, dayFirst } : { date })
    else if (monthFirst ?? dayFirst) days.set(text, { date: (monthFirst ?? dayFirst)! })
  }
  return days
}

type SlashedDay = { first: number; second: number; year: number }

function readDay(text: string): { date: string } | SlashedDay | undefined {
  const year = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\D|$)/.exec(text)
  if (year) return buildDay(Number(year[1]), Number(year[2]), Number(year[3]))
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:\D|$)/.exec(text)
  if (dotted) return buildDay(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
  const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)(?:\D|$)/.exec(text)
  const century = slashed?.[3]!.length === 2 ? 2000 : 0
  if (slashed) return { first: Number(slashed[1]), second: Number(slashed[2]), year: century + Number(slashed[3]) }
  const word = /\p{L}{3,}/gu
  const month = [...text.toLowerCase().matchAll(word)]
    .map(([each]) => months.indexOf(each.slice(0, 3)) + 1)
    .find(Boolean)
  const numbers = [...text.matchAll(/\d+/g)].map(([each]) => each)
  const years = numbers.filter((each) => each.length === 4)
  const days = numbers.filter((each) => each.length <= 2)
  if (month && years.length === 1 && days.length >= 1) return buildDay(Number(years[0]), month, Number(days[0]))
  return undefined
}

function buildDay(year: number, month: number, day: number): { date: string } | undefined {
  const date = formatDate(year, month, day)
  return date ? { date } : undefined
}

function formatDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = year >= 1900 && year < 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : undefined
}

/** Returns the number of days since 1970-01-01. */
export function toDayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000
}
/** The inverse of `toDayNumber`. */
export function toDate(days: number): string {
  return new Date(days * 86_400_000).toISOString().slice(0, 10)
}
