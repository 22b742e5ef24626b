import { addDays } from 'date-fns/addDays'

/** The fiscal year of a day, by the calendar year in which it ends; `start` is its first month and day, `07-01`. */
export function fiscalYearOf(day: string, start: string): number {
  const year = Number(day.slice(0, 4))
  return start === '01-01' || day.slice(5) < start ? year : year + 1
}

/** First and last day of a fiscal year. */
export function daysOfFiscalYear(year: number, start: string): { first: string; last: string } {
  const begins = start === '01-01' ? year : year - 1
  return {
    first: `${begins}-${start}`,
    last: addDays(new Date(`${begins + 1}-${start}T00:00:00Z`), -1)
      .toISOString()
      .slice(0, 10),
  }
}

/** The twelve months of a fiscal year, each by the calendar month in which it begins: `2025-07` to `2026-06`. */
export function monthsOfFiscalYear(year: number, start: string): string[] {
  const { first } = daysOfFiscalYear(year, start)
  const [begins, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))]
  return Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(begins, month - 1 + n, 1)).toISOString().slice(0, 7))
}
