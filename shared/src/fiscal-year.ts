/*
 * A fiscal year is named after the calendar year in which it ends. `start` is its first day as `MM-DD`, never `02-29`.
 * Days are `YYYY-MM-DD`, so that they compare as text.
 */

/** Returns the first and last day of a fiscal year, and `to`, the first day of the next. `start` is `MM-DD`. */
export function fiscalYear(year: number, start: string): { from: string; last: string; to: string } {
  const startYear = start === '01-01' ? year : year - 1
  const to = `${fourDigits(startYear + 1)}-${start}`
  return { from: `${fourDigits(startYear)}-${start}`, last: dayBefore(to), to }
}

/** Returns the fiscal year of a `YYYY-MM-DD` day, named after the year in which it ends. `start` is `MM-DD`. */
export function fiscalYearOf(day: string, start: string): number {
  const year = Number(day.slice(0, 4))
  return start === '01-01' || day.slice(5) < start ? year : year + 1
}

/** Returns the same day in another fiscal year; February 28 and 29 correspond to the last day of February. */
export function sameDayIn(year: number, day: string, start: string): string {
  const monthAndDay = day.slice(5) === '02-29' ? '02-28' : day.slice(5)
  const startYear = start === '01-01' ? year : year - 1
  const calendarYear = monthAndDay < start ? startYear + 1 : startYear
  const isLeapDay = monthAndDay === '02-28' && new Date(Date.UTC(calendarYear, 1, 29)).getUTCMonth() === 1
  return `${fourDigits(calendarYear)}-${isLeapDay ? '02-29' : monthAndDay}`
}

/** Lists the twelve months of a fiscal year as `YYYY-MM`, in order. `start` is `MM-DD`. */
export function monthsOfFiscalYear(year: number, start: string): string[] {
  const { from } = fiscalYear(year, start)
  const [startYear, startMonth] = [Number(from.slice(0, 4)), Number(from.slice(5, 7)) - 1]
  return Array.from({ length: 12 }, (_, index) => {
    const month = startMonth + index
    return `${fourDigits(startYear + Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

function fourDigits(year: number): string {
  return String(year).padStart(4, '0')
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
