import { statsChoices, statsPage, type StatsChart, type StatsChoices } from '@alumni/shared/alumni/statistics'
import { z } from 'zod'
import { writePlainSearch } from '../../plain-search.ts'
import { describeUnknownCodes } from '../../ui/format/unknown-codes.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

const url = '/engagement_stats'
const minuteInMs = 60_000

/** Refetches every minute while the tab is visible. */
export const statisticsQuery = ({ year, college, activity, affinity }: StatisticsSearch) =>
  readPageQuery(
    ['statistics', 'page', year, college, activity, affinity],
    `${url}${writePlainSearch({ year, college, activity, affinity })}`,
    statsPage,
    { refetchInterval: minuteInMs },
  )

export const choicesQuery = readQuery(['statistics', 'choices'], `${url}/choices`, statsChoices, {
  staleTime: 30 * minuteInMs,
})

export function csvUrl(chart: StatsChart, { year, college, activity, affinity }: StatisticsSearch): string {
  return `${url}/${chart}.csv${writePlainSearch({ year, college, activity, affinity })}`
}

const text = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => value?.trim() || undefined)

/** Parses the filters in the URL without validating them; the server explains an invalid year. */
export const statisticsSearch = z.object({ year: text, college: text, activity: text, affinity: text })
export type StatisticsFilter = keyof z.output<typeof statisticsSearch>
export type StatisticsSearch = { [filter in StatisticsFilter]?: string | undefined }

export function toggleFilter(search: StatisticsSearch, filter: StatisticsFilter, value: string): StatisticsSearch {
  return { ...search, [filter]: search[filter] === value ? undefined : value }
}

export function hasFilters(search: StatisticsSearch): boolean {
  return Object.values(search).some((value) => value !== undefined)
}

const lists = { college: 'colleges', activity: 'activities', affinity: 'affinities' } as const
type CodeFilter = keyof typeof lists

export function describeUnknownFilters(search: StatisticsSearch, choices: StatsChoices): Map<CodeFilter, string> {
  const unknown = (Object.keys(lists) as CodeFilter[]).filter(
    (filter) => search[filter] && !choices[lists[filter]].some(({ code }) => code === search[filter]),
  )
  return new Map(unknown.map((filter) => [filter, describeUnknownCodes(lists[filter], [search[filter]!])]))
}
