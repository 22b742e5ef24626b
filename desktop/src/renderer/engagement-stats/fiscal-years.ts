import type { StatsPage } from '@alumni/shared/engagement-stats'

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
        engaged_living: 0,
        first_time: 0,
        returning: 0,
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
