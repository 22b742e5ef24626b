import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { fiscalYear as daysOf, fiscalYearOf } from '@alumni/shared/fiscal-year'
import { capitalize } from '../../ui/format/format-value.ts'
import { formatMonthName, formatDayOfYear } from '../../ui/format/days.ts'
import { formatNumber, formatCount, formatPercent } from '../../ui/format/numbers.ts'

export const engagementNoun = ['engagement', 'engagements'] as const
export const personNoun = ['person', 'people'] as const

type Group = { name: string; engagements: number; engaged_alumni?: number; alumni?: number }

export function summarizeYears({ by_year }: StatsPage): string {
  const max = findMax(by_year, ({ engagements }) => engagements)
  if (!max) return 'No engagement matches the filters.'
  if (by_year.length === 1)
    return `${formatCount(max.engagements, engagementNoun)}, all in ${formatFiscalYear(max.year)}.`
  return `${capitalize(formatFiscalYear(max.year))} had the most: ${formatNumber(max.engagements)}.`
}

export function summarizePeople(page: StatsPage): string {
  const { engaged, first_time } = page.this_year
  if (engaged === 0) return `No one was engaged ${formatInYear(page)}.`
  return `${formatCount(engaged, personNoun)} ${formatInYear(page)}, ${first_time === 0 ? 'no one' : `${formatNumber(first_time)} of them (${formatPercent(first_time, engaged)})`} for the first time.`
}

export function summarizeMonths(page: StatsPage): string {
  const max = findMax(page.by_month, ({ this_year }) => this_year)
  if (!max) return `No engagement ${formatInYear(page)}. Shown beside it: the whole year before.`
  return `${formatMonthName(`${max.month}-01`)} was the busiest month, with ${formatCount(max.this_year, engagementNoun)}. Shown beside it: the whole year before.`
}

/** Describes the group with the most engagements and the group with the largest share of engaged alumni. */
export function summarizeGroups(groups: readonly Group[], { this_year }: StatsPage, isFiltered = false): string {
  if (isFiltered && groups.length === 1) return `Only ${groups[0]!.name} is counted. Click its name to count all again.`
  const max = findMax(groups, ({ engagements }) => engagements)
  if (!max) return 'Nothing to count.'
  const sentences = [
    `${max.name} leads with ${formatNumber(max.engagements)} of ${formatCount(this_year.engagements, engagementNoun)} (${formatPercent(max.engagements, this_year.engagements)}).`,
  ]
  const largestShare = findMax(
    groups.filter(({ alumni = 0 }) => alumni > 0),
    ({ engaged_alumni = 0, alumni = 1 }) => engaged_alumni / alumni,
  )
  if (largestShare?.alumni && groups.length > 1)
    sentences.push(
      `The largest share: ${largestShare.name}, ${formatShareOfAlumni(largestShare.engaged_alumni ?? 0, largestShare.alumni)}.`,
    )
  return sentences.join(' ')
}

/** Returns text such as "1,012 of 4,415 alumni, 22.9%". */
export function formatShareOfAlumni(engaged: number, alumni: number): string {
  return `${formatNumber(engaged)} of ${formatNumber(alumni)} alumni, ${formatPercent(engaged, alumni)}`
}

export function summarizeEvents({ top_events }: StatsPage): string {
  const max = findMax(top_events, ({ engaged }) => engaged)
  return max
    ? `${max.description} (${max.activity_name}) has the most people: ${formatNumber(max.engaged)}.`
    : 'Nothing to count.'
}

function findMax<Row>(rows: readonly Row[], valueOf: (row: Row) => number): Row | undefined {
  return rows.reduce<Row | undefined>((max, row) => (valueOf(row) > (max ? valueOf(max) : 0) ? row : max), undefined)
}

export type FiscalYear = StatsPage['by_year'][number]

const maxYears = 10

/** Sorts the years and adds missing years with zeros. */
function fillGaps(years: readonly FiscalYear[], selectedYear: number): FiscalYear[] {
  const numbers = [...years.map(({ year }) => year), selectedYear]
  const first = Math.min(...numbers)
  const last = Math.max(...numbers)
  return Array.from(
    { length: last - first + 1 },
    (_, index) =>
      years.find(({ year }) => year === first + index) ?? {
        year: first + index,
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

/** Returns the last ten years, or the ten years up to the selected year if that is earlier. */
export function selectYears(years: readonly FiscalYear[], selectedYear: number): FiscalYear[] {
  const allYears = fillGaps(years, selectedYear)
  const latest = allYears.slice(-maxYears)
  if (latest.some(({ year }) => year === selectedYear)) return latest
  const end = allYears.findIndex(({ year }) => year === selectedYear) + 1
  return allYears.slice(Math.max(0, end - maxYears), end)
}

export function hasNoEngagements(years: readonly FiscalYear[]): boolean {
  return years.every(({ engagements }) => engagements === 0)
}

export function formatFiscalYear(year: number): string {
  return `fiscal year ${year}`
}

/** Returns text such as "in fiscal year 2027 so far" or "in fiscal year 2026". */
export function formatInYear({ year, as_of, last_day }: Pick<StatsPage, 'year' | 'as_of' | 'last_day'>): string {
  return `in ${formatFiscalYear(year)}${as_of < last_day ? ' so far' : ''}`
}

/** Returns the current fiscal year, or undefined on its last day, when it counts as finished. */
export function findUnfinishedYear(page: Pick<StatsPage, 'today' | 'fiscal_year_start'>) {
  const { today, fiscal_year_start: start } = page
  const year = fiscalYearOf(today, start)
  return today < daysOf(year, start).last ? year : undefined
}

/** Returns text such as "to November 21", for comparing years up to the same day. */
export function formatToDay({ today }: Pick<StatsPage, 'today'>): string {
  return `to ${today.endsWith('-02-29') ? 'the end of February' : formatDayOfYear(today)}`
}
