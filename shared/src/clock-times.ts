/** Writes the times of a formatted text as offices do: "6:00 PM EST" becomes "6:00 p.m. EST". */
export function withPeriods(text: string): string {
  return text.replaceAll(/(?<=\d\s)([AP])M\b/g, (_, half: string) => `${half.toLowerCase()}.m.`)
}
