import { formatClock, type ClockShape } from '@alumni/shared/clock'

/** The shape of a date: a time to plan by, with its weekday, or the day alone. */
export type DateShape = Extract<ClockShape, 'full' | 'date'>

/** A day such as `2026-10-03` has no time and no zone: it is the same day everywhere. */
function isDay(at: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(at)
}

/** "Saturday, October 3, 2026, 6–8 p.m. ET"; `zone` is an IANA name. */
export function formatDate(at: string, until: string | undefined, zone: string, shape: DateShape): string {
  return isDay(at) ? formatClock(at, until, 'UTC', 'date') : formatClock(at, until, zone, shape)
}

/** The moment of a day, for who points at it. */
export function exactDate(at: string, until: string | undefined, zone: string): string {
  return formatDate(at, until, zone, 'full')
}

export function leafOf(at: string, zone: string): { month: string; day: string } {
  const [month = '', day = ''] = formatDate(at, undefined, zone, 'date').split(/[ ,]+/)
  return { month: month.slice(0, 3), day }
}
