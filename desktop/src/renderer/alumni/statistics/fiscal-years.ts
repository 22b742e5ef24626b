import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { fiscalYear as daysOf, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { dayOfYearWords } from '../../ui/words/days.ts'

export type FiscalYear = StatsPage['by_year'][number]

/** More would not be read as columns; the table has them all. */
const maxColumns = 10

/** The years in the order of time, those without engagements among them, so that a gap is seen as one. */
function withoutGaps(years: readonly FiscalYear[], shown: number): FiscalYear[] {
  const numbers = [...years.map(({ year }) => year), shown]
  const first = Math.min(...numbers)
  const last = Math.max(...numbers)
  return Array.from(
    { length: last - first + 1 },
    (_, i) =>
      years.find(({ year }) => year === first + i) ?? {
        year: first + i,
        engagements: 0,
        engaged: 0,
        engaged_alumni: 0,
        alumni: 0,
        first_time: 0,
        returning: 0,
        lapsed: 0,
        engagements_to_day: 0,
        engaged_to_day: 0,
        first_time_to_day: 0,
      },
  )
}

/** The last ten, or the ten that end with the shown one where it is older. */
export function yearsToDraw(years: readonly FiscalYear[], shown: number): FiscalYear[] {
  const all = withoutGaps(years, shown)
  const latest = all.slice(-maxColumns)
  if (latest.some(({ year }) => year === shown)) return latest
  const end = all.findIndex(({ year }) => year === shown) + 1
  return all.slice(Math.max(0, end - maxColumns), end)
}

export function isNothing(years: readonly FiscalYear[]): boolean {
  return years.every(({ engagements }) => engagements === 0)
}

/** What is said of a year: 2027 as "fiscal year 2027". */
export function fiscalYear(year: number): string {
  return `fiscal year ${year}`
}

/** "in fiscal year 2027 so far", "in fiscal year 2026". */
export function inYear({ year, as_of, last_day }: Pick<StatsPage, 'year' | 'as_of' | 'last_day'>): string {
  return `in ${fiscalYear(year)}${as_of < last_day ? ' so far' : ''}`
}

/** The year that runs, unless today is its last day. */
export function runningYear({ today, fiscal_year_start: start }: Pick<StatsPage, 'today' | 'fiscal_year_start'>) {
  const year = fiscalYearOf(today, start)
  return today < daysOf(year, start).last ? year : undefined
}

/** "to November 21", of any year. */
export function toDay({ today }: Pick<StatsPage, 'today'>): string {
  return `to ${today.endsWith('-02-29') ? 'the end of February' : dayOfYearWords(today)}`
}
