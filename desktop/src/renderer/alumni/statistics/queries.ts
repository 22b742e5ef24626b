import { statsChoices, statsPage, type StatsChart } from '@alumni/shared/alumni/statistics'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import type { StatisticsSearch } from './filters.ts'

const url = '/engagement_stats'
const aMinute = 60_000

/** The figures; while the tab is seen they are asked for again every minute, as often as the server counts people. */
export function statisticsQuery({ year, college, activity, affinity }: StatisticsSearch) {
  return queryOptions({
    queryKey: ['statistics', 'page', year, college, activity, affinity],
    queryFn: ({ signal }) =>
      request(`${url}${writePlainSearch({ year, college, activity, affinity })}`, statsPage, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: aMinute,
  })
}

export const choicesQuery = queryOptions({
  queryKey: ['statistics', 'choices'],
  queryFn: ({ signal }) => request(`${url}/choices`, statsChoices, { signal }),
  staleTime: 30 * aMinute,
})

export function csvUrl(chart: StatsChart, { year, college, activity, affinity }: StatisticsSearch): string {
  return `${url}/${chart}.csv${writePlainSearch({ year, college, activity, affinity })}`
}
