/*
 * A fiscal year is named by the calendar year in which it ends. `start` is its first month and day, `07-01` (never
 * `02-29`); days are `YYYY-MM-DD`, so that they compare as text.
 */

/** The first and last day of a fiscal year, and the day `to` on which the next one begins. */
export function fiscalYear(year: number, start: string): { from: string; last: string; to: string } {
  const begins = start === '01-01' ? year : year - 1
  const to = `${fourDigits(begins + 1)}-${start}`
  return { from: `${fourDigits(begins)}-${start}`, last: dayBefore(to), to }
}

/** The fiscal year in which a day lies. */
export function fiscalYearOf(day: string, start: string): number {
  const year = Number(day.slice(0, 4))
  return start === '01-01' || day.slice(5) < start ? year : year + 1
}

/**
 * The last day of a fiscal year that stands no later in it than `day` in its own; 29 February stands with 28 February.
 */
export function sameDayIn(year: number, day: string, start: string): string {
  const monthAndDay = day.slice(5) === '02-29' ? '02-28' : day.slice(5)
  const begins = start === '01-01' ? year : year - 1
  const calendarYear = monthAndDay < start ? begins + 1 : begins
  const isLeapDay = monthAndDay === '02-28' && new Date(Date.UTC(calendarYear, 1, 29)).getUTCMonth() === 1
  return `${fourDigits(calendarYear)}-${isLeapDay ? '02-29' : monthAndDay}`
}

/** The twelve months of a fiscal year, each by the calendar month in which it begins: `2025-07` to `2026-06`. */
export function monthsOfFiscalYear(year: number, start: string): string[] {
  const { from } = fiscalYear(year, start)
  const [begins, firstMonth] = [Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1]
  return Array.from({ length: 12 }, (_, index) => {
    const month = firstMonth + index
    return `${fourDigits(begins + Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

function fourDigits(year: number): string {
  return String(year).padStart(4, '0')
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
