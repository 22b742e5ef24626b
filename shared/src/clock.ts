/** Shapes of a moment: to plan by, the same in short for lists, the day with its time, and the day alone. */
const shapes = {
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  short: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  moment: { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
  date: { year: 'numeric', month: 'long', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
export type ClockShape = keyof typeof shapes

// A formatter takes longer to make than all that a page needs else.
const formatters = new Map<string, Intl.DateTimeFormat>()

/** "Saturday, October 3, 2026, 6–8 p.m. ET": as people write it, by the clocks of a zone. */
export function formatClock(at: string, until: string | undefined, zone: string, shape: ClockShape = 'full'): string {
  const key = `${zone} ${shape}`
  const hasZone = shape !== 'time' && shape !== 'date'
  const format =
    formatters.get(key) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      ...shapes[shape],
      ...(hasZone && { timeZoneName: 'shortGeneric' }),
    })
  formatters.set(key, format)
  return asWritten(until ? format.formatRange(new Date(at), new Date(until)) : format.format(new Date(at)))
}

/** Browsers and Node do not agree on the spaces in a time, nor does anybody write them so. */
function asWritten(text: string): string {
  return text
    .replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
    .replaceAll(' at ', ', ')
    .replaceAll(/(\d):00(?=[ ,]|$)/g, '$1')
    .replace(/(\d) – (\d+(?::\d\d)? [AP]M)/, '$1–$2')
    .replaceAll(/ ([AP])M\b/g, (_, half: string) => `\u00a0${half.toLowerCase()}.m.`)
    .replace(/GMT\+0$/, 'GMT')
}

/** Writes the times of a formatted text as offices do: "6:00 PM EST" becomes "6:00 p.m. EST". */
export function withPeriods(text: string): string {
  return text.replaceAll(/(?<=\d\s)([AP])M\b/g, (_, half: string) => `${half.toLowerCase()}.m.`)
}
