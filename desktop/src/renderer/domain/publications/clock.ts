import { formatClock as formatShared } from '@alumni/shared/clock'

/** Returns a time in a zone as the value for a datetime field, such as `2026-12-01T18:30`. */
export function toFieldTime(time: string, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return format.format(new Date(time)).replace(' ', 'T')
}

/** Formats a time as "Tue, Dec 1, 2026, 9 a.m. ET", in the browser's zone if `zone` is undefined. */
export function formatClock(time: string, zone: string | undefined): string {
  return formatShared(time, undefined, zone ?? localZone(), 'short')
}

/** Formats a range as "Sat, Dec 5, 2026, 6–8 p.m. ET". */
export function formatClockRange(from: string, to: string, zone: string): string {
  return formatShared(from, to, zone, 'short')
}

/** Formats a time as "6:05 p.m." */
export function formatTimeOfDay(time: string, zone: string): string {
  return formatShared(time, undefined, zone, 'time')
}

const localZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Formats a time zone as "Eastern Time (America/New York)". */
export function formatZone(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name ? `${name} (${zone.replaceAll('_', ' ')})` : zone
}
