type When = { starts_at: string; ends_at: string; time_zone: string }

/** "Saturday, December 5, 2026, 6:00 – 8:00 PM EST", in the zone of the event's place. */
export function sayTime({ starts_at, ends_at, time_zone }: When): string {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: time_zone,
    timeZoneName: 'short',
  })
  return format.formatRange(new Date(starts_at), new Date(ends_at)).replaceAll(/[\u2009\u202f]/g, ' ')
}
