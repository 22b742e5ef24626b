import type { StatsChoices } from '@alumni/shared/alumni/statistics'
import { z } from 'zod'
import { unknownCodesWords } from '../../ui/words/unknown-codes.ts'

const text = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => value?.trim() || undefined)

/** What the address says, as it stands there: a year that is none is for the server to refuse, with its sentence. */
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
  return new Map(unknown.map((filter) => [filter, unknownCodesWords(lists[filter], [search[filter]!])]))
}
