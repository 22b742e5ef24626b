import { z } from 'zod'

const text = z.string().optional().catch(undefined).transform((value) => value?.trim() || undefined)

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
