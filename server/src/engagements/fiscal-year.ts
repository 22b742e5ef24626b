/** The first day of a fiscal year and of the one after it, `YYYY-MM-DD`. A fiscal year is named by the calendar year in which it ends; `start` is `MM-DD`. */
export function fiscalYear(year: number, start: string): { from: string; to: string } {
  const first = start === '01-01' ? year : year - 1
  return { from: `${String(first).padStart(4, '0')}-${start}`, to: `${String(first + 1).padStart(4, '0')}-${start}` }
}
