import { formatClock as format } from '@alumni/shared/clock'

/** A moment as the clocks of a zone show it, in the form of a field: `2026-12-01T18:30`. */
export function clockAt(at: string, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  return format.format(new Date(at)).replace(' ', 'T')
}

/** "Tue, Dec 1, 2026, 9 a.m. ET". */
export function formatClock(at: string, zone: string | undefined): string {
  return format(at, undefined, zone ?? ownZone(), 'short')
}

/** "Sat, Dec 5, 2026, 6–8 p.m. ET". */
export function formatClockRange(from: string, to: string, zone: string): string {
  return format(from, to, zone, 'short')
}

/** "6:05 p.m." */
export function formatTimeOfDay(at: string, zone: string): string {
  return format(at, undefined, zone, 'time')
}

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** "Eastern Time (America/New York)". */
export function formatZone(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return name ? `${name} (${zone.replaceAll('_', ' ')})` : zone
}
