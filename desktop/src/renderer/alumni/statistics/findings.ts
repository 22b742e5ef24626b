import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { monthOfYearWords } from '../../ui/words/days.ts'
import { count, countOf, percent } from '../../ui/words/numbers.ts'
import { fiscalYear, inYear } from './fiscal-years.ts'

export const engagementWords = ['engagement', 'engagements'] as const
export const peopleWords = ['person', 'people'] as const

type Group = { name: string; engagements: number; engaged_alumni?: number; alumni?: number }

/** Which year was the busiest. */
export function findingOfYears({ by_year }: StatsPage): string {
  const best = most(by_year, ({ engagements }) => engagements)
  if (!best) return 'No engagement passes the filters.'
  if (by_year.length === 1) return `${countOf(best.engagements, engagementWords)}, all in ${fiscalYear(best.year)}.`
  return `${sentence(fiscalYear(best.year))} had the most: ${count(best.engagements)}.`
}

/** How many of the alumni took part in the year, and how many of them for the first time. */
export function findingOfPeople(page: StatsPage): string {
  const { engaged, first_time } = page.this_year
  if (engaged === 0) return `Nobody was engaged ${inYear(page)}.`
  return `${countOf(engaged, peopleWords)} ${inYear(page)}, ${first_time === 0 ? 'nobody' : `${count(first_time)} of them (${percent(first_time, engaged)})`} for the first time.`
}

/** Which month was the busiest. */
export function findingOfMonths(page: StatsPage): string {
  const best = most(page.by_month, ({ this_year }) => this_year)
  if (!best) return `No engagement ${inYear(page)}. Beside it, the year before as a whole.`
  return `${monthOfYearWords(`${best.month}-01`)} was the busiest month, with ${countOf(best.this_year, engagementWords)}. Beside it, the year before as a whole.`
}

/** What leads, by what part of all engagements, and whose people are the keenest; under a filter of its own kind there is one group. */
export function findingOfGroups(groups: readonly Group[], { this_year }: StatsPage, isFiltered = false): string {
  if (isFiltered && groups.length === 1) return `Only ${groups[0]!.name} is counted. Press its name to count all again.`
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

/** What most people took part in. */
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
