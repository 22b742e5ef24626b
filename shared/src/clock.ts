const shapes = {
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  short: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  moment: { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
  date: { year: 'numeric', month: 'long', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>
export type ClockShape = keyof typeof shapes

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Formats a time, or a range if `end` is set, as text such as "Saturday, October 3, 2026, 6–8 p.m. ET". */
export function formatClock(start: string, end: string | undefined, zone: string, shape: ClockShape = 'full'): string {
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
  return normalizeTimes(end ? format.formatRange(new Date(start), new Date(end)) : format.format(new Date(start)))
}

/** Removes differences between browsers and Node, which use different spaces in formatted times. */
function normalizeTimes(text: string): string {
  return text
    .replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
    .replaceAll(' at ', ', ')
    .replaceAll(/(\d):00(?=[ ,]|$)/g, '$1')
    .replace(/(\d) – (\d+(?::\d\d)? [AP]M)/, '$1–$2')
    .replaceAll(/ ([AP])M\b/g, (_, half: string) => `\u00a0${half.toLowerCase()}.m.`)
    .replace(/GMT\+0$/, 'GMT')
}

/** Returns "6:00 p.m. EST" for "6:00 PM EST". */
export function withPeriods(text: string): string {
  return text.replaceAll(/(?<=\d\s)([AP])M\b/g, (_, half: string) => `${half.toLowerCase()}.m.`)
}
