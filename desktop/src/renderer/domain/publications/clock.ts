import { withPeriods } from '@alumni/shared/clock-times'

/** A moment as the clocks of a zone show it, in the form of a field: `2026-12-01T18:30`. */
export function clockAt(at: string, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return format.format(new Date(at)).replace(' ', 'T')
}

/** "Tue, Dec 1, 2026, 9:00 a.m. EST". */
export function formatClock(at: string, zone: string | undefined): string {
  return withPeriods(clockOf(zone).format(new Date(at)))
}

/** "Sat, Dec 5, 2026, 6:00 – 8:00 p.m. EST". */
export function formatClockRange(from: string, to: string, zone: string): string {
  return withPeriods(clockOf(zone).formatRange(new Date(from), new Date(to)))
}

/** "6:05 p.m.". */
export function formatTimeOfDay(at: string, timeZone: string): string {
  return withPeriods(new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(new Date(at)))
}

function clockOf(timeZone: string | undefined) {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
}

/** "Eastern Time (America/New York)". */
export function formatZone(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name ? `${name} (${zone.replaceAll('_', ' ')})` : zone
}
