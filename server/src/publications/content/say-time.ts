type When = { starts_at: string; ends_at: string; time_zone: string }

/** "Saturday, December 5, 2026, 6:00 – 8:00 PM EST", in the zone of the event's place. */
export function formatTime({ starts_at, ends_at, time_zone }: When): string {
  return plainSpaces(formatter('long', time_zone).formatRange(new Date(starts_at), new Date(ends_at)))
}

/** "Sat, Dec 5, 2026, 6:00 PM EST", for lists. */
export function formatStart({ starts_at, time_zone }: Pick<When, 'starts_at' | 'time_zone'>): string {
  return plainSpaces(formatter('short', time_zone).format(new Date(starts_at)))
}

/** "November 20, 2026", of something that was written. */
export function formatDay(at: string): string {
  return day.format(new Date(at))
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
// A formatter takes longer to make than all that a page needs else.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(length: 'long' | 'short', timeZone: string): Intl.DateTimeFormat {
  const key = `${length} ${timeZone}`
  const kept = formatters.get(key)
  if (kept) return kept
  const made = new Intl.DateTimeFormat('en-US', {
    weekday: length,
    year: 'numeric',
    month: length,
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  formatters.set(key, made)
  return made
}

function plainSpaces(text: string): string {
  return text.replaceAll(/[\u2009\u202f]/g, ' ')
}
