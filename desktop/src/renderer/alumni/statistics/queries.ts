import { statsChoices, statsPage, type StatsChart, type StatsChoices } from '@alumni/shared/alumni/statistics'
import { z } from 'zod'
import { writePlainSearch } from '../../plain-search.ts'
import { describeUnknownCodes } from '../../ui/words/unknown-codes.ts'
import { read, readPage } from '../../ui/read.ts'

const url = '/engagement_stats'
const aMinute = 60_000

/** The figures; while the tab is seen they are asked for again every minute. */
export const statisticsQuery = ({ year, college, activity, affinity }: StatisticsSearch) =>
  readPage(
    ['statistics', 'page', year, college, activity, affinity],
    `${url}${writePlainSearch({ year, college, activity, affinity })}`,
    statsPage,
    { refetchInterval: aMinute },
  )

export const choicesQuery = read(['statistics', 'choices'], `${url}/choices`, statsChoices, { staleTime: 30 * aMinute })

export function csvUrl(chart: StatsChart, { year, college, activity, affinity }: StatisticsSearch): string {
  return `${url}/${chart}.csv${writePlainSearch({ year, college, activity, affinity })}`
}

const text = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => value?.trim() || undefined)

/** The filters in the address, unchecked: the server refuses a year that is none, with its sentence. */
export const statisticsSearch = z.object({ year: text, college: text, activity: text, affinity: text })
export type StatisticsFilter = keyof z.output<typeof statisticsSearch>
export type StatisticsSearch = { [filter in StatisticsFilter]?: string | undefined }

/** The filters after one was pressed on a chart: another is taken, the same one is let go. */
export function toggled(search: StatisticsSearch, filter: StatisticsFilter, value: string): StatisticsSearch {
  return { ...search, [filter]: search[filter] === value ? undefined : value }
}

export function hasFilters(search: StatisticsSearch): boolean {
  return Object.values(search).some((value) => value !== undefined)
}

const lists = { college: 'colleges', activity: 'activities', affinity: 'affinities' } as const
type CodeFilter = keyof typeof lists

/** The filters whose code no list has, each with the sentence about it. */
export function unknownFilters(search: StatisticsSearch, choices: StatsChoices): Map<CodeFilter, string> {
  const unknown = (Object.keys(lists) as CodeFilter[]).filter(
    (filter) => search[filter] && !choices[lists[filter]].some(({ code }) => code === search[filter]),
  )
  return new Map(unknown.map((filter) => [filter, describeUnknownCodes(lists[filter], [search[filter]!])]))
}
