import { withPeriods } from '@alumni/shared/clock-times'

/** The shape of a date: a time to plan by, with its weekday, or the day alone. */
export type DateShape = 'full' | 'date'

/** A day such as `2026-10-03` has no time and no zone: it is the same day everywhere. */
function isDay(at: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(at)
}

/** "Saturday, October 3, 2026, 6:00 – 8:00 p.m. EDT"; `zone` is an IANA name. */
export function formatDate(at: string, until: string | undefined, zone: string, shape: DateShape): string {
  const timeZone = isDay(at) ? 'UTC' : zone
  const format = formatter(timeZone, isDay(at) && shape === 'full' ? 'date' : shape)
  const text = until ? format.formatRange(new Date(at), new Date(until)) : format.format(new Date(at))
  // Browsers and Node do not agree on the space before "p.m.", and hydration compares.
  return withPeriods(text)
    .replace(' at ', ', ')
    .replaceAll(/[\u2009\u202f]/g, (space) => (space === '\u202f' ? '\u00a0' : ' '))
    .replace(' – ', '\u00a0–\u00a0')
}

export function exactDate(at: string, until: string | undefined): string {
  const iso = (value: string) =>
    isDay(value)
      ? value
      : new Date(value)
          .toISOString()
          .replace('T', ' ')
          .replace(/\.\d+Z$/, ' UTC')
  return until ? `${iso(at)} – ${iso(until)}` : iso(at)
}

export function leafOf(at: string, zone: string): { month: string; day: string } {
  const timeZone = isDay(at) ? 'UTC' : zone
  const say = (shape: 'month' | 'day') => formatter(timeZone, shape).format(new Date(at))
  return { month: say('month'), day: say('day') }
}

const shapes: Record<DateShape | 'month' | 'day', Intl.DateTimeFormatOptions> = {
  full: {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  date: { year: 'numeric', month: 'long', day: 'numeric' },
  month: { month: 'short' },
  day: { day: 'numeric' },
}

// A formatter takes longer to make than a page to render.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string, shape: keyof typeof shapes): Intl.DateTimeFormat {
  const key = `${timeZone} ${shape}`
  const kept = formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...shapes[shape] })
  formatters.set(key, kept)
  return kept
}
