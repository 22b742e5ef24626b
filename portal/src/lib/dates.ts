import { formatClock, type ClockShape } from '@alumni/shared/clock'

/** `full` includes the weekday and time; `date` is only the day. */
export type DateShape = Extract<ClockShape, 'full' | 'date'>

/** A day such as `2026-10-03` does not depend on the time zone. */
function isDay(date: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(date)
}

/** Returns text such as "Saturday, October 3, 2026, 6–8 p.m. ET". `zone` is an IANA time zone. */
export function formatDate(start: string, end: string | undefined, zone: string, shape: DateShape): string {
  return isDay(start) ? formatClock(start, end, 'UTC', 'date') : formatClock(start, end, zone, shape)
}

export function exactDate(start: string, end: string | undefined, zone: string): string {
  return formatDate(start, end, zone, 'full')
}

/** Returns the texts on a calendar leaf, such as "Oct" and "3". */
export function leafOf(date: string, zone: string): { month: string; day: string } {
  const [month = '', day = ''] = formatDate(date, undefined, zone, 'date').split(/[ ,]+/)
  return { month: month.slice(0, 3), day }
}
