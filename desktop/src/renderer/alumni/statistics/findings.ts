import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { fiscalYear as daysOf, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { formatMonthName, formatDayOfYear } from '../../ui/words/days.ts'
import { count, countOf, percent } from '../../ui/words/numbers.ts'

export const engagementWords = ['engagement', 'engagements'] as const
export const peopleWords = ['person', 'people'] as const

type Group = { name: string; engagements: number; engaged_alumni?: number; alumni?: number }

/** Names the busiest year. */
export function findingOfYears({ by_year }: StatsPage): string {
  const best = most(by_year, ({ engagements }) => engagements)
  if (!best) return 'No engagement matches the filters.'
  if (by_year.length === 1) return `${countOf(best.engagements, engagementWords)}, all in ${fiscalYear(best.year)}.`
  return `${sentence(fiscalYear(best.year))} had the most: ${count(best.engagements)}.`
}

/** Counts the alumni who took part in the year, and those of them for the first time. */
export function findingOfPeople(page: StatsPage): string {
  const { engaged, first_time } = page.this_year
  if (engaged === 0) return `No one was engaged ${inYear(page)}.`
  return `${countOf(engaged, peopleWords)} ${inYear(page)}, ${first_time === 0 ? 'no one' : `${count(first_time)} of them (${percent(first_time, engaged)})`} for the first time.`
}

/** Names the busiest month. */
export function findingOfMonths(page: StatsPage): string {
  const best = most(page.by_month, ({ this_year }) => this_year)
  if (!best) return `No engagement ${inYear(page)}. Shown beside it: the whole year before.`
  return `${formatMonthName(`${best.month}-01`)} was the busiest month, with ${countOf(best.this_year, engagementWords)}. Shown beside it: the whole year before.`
}

/**
 * Names the group that leads, its part of all engagements, and the keenest group; under a filter of its kind there
 * is one group.
 */
export function findingOfGroups(groups: readonly Group[], { this_year }: StatsPage, isFiltered = false): string {
  if (isFiltered && groups.length === 1) return `Only ${groups[0]!.name} is counted. Click its name to count all again.`
  const best = most(groups, ({ engagements }) => engagements)
  if (!best) return 'Nothing to count.'
  const sentences = [
    `${best.name} leads with ${count(best.engagements)} of ${countOf(this_year.engagements, engagementWords)} (${percent(best.engagements, this_year.engagements)}).`,
  ]
  const keenest = most(
    groups.filter(({ alumni = 0 }) => alumni > 0),
    ({ engaged_alumni = 0, alumni = 1 }) => engaged_alumni / alumni,
  )
  if (keenest?.alumni && groups.length > 1)
    sentences.push(`The largest share: ${keenest.name}, ${shareWords(keenest.engaged_alumni ?? 0, keenest.alumni)}.`)
  return sentences.join(' ')
}

/** "1,012 of 4,415 alumni, 22.9%". */
export function shareWords(engaged: number, alumni: number): string {
  return `${count(engaged)} of ${count(alumni)} alumni, ${percent(engaged, alumni)}`
}

/** Names the best attended event. */
export function findingOfEvents({ top_events }: StatsPage): string {
  const best = most(top_events, ({ engaged }) => engaged)
  return best
    ? `${best.description} (${best.activity_name}) has the most people: ${count(best.engaged)}.`
    : 'Nothing to count.'
}

function most<Row>(rows: readonly Row[], of: (row: Row) => number): Row | undefined {
  return rows.reduce<Row | undefined>((best, row) => (of(row) > (best ? of(best) : 0) ? row : best), undefined)
}

/** Begins with a capital. */
export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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

/** Formats a year: 2027 as "fiscal year 2027". */
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
  return `to ${today.endsWith('-02-29') ? 'the end of February' : formatDayOfYear(today)}`
}
