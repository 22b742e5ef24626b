import { lettersPage, type LettersQuery } from '@alumni/shared/operations/letters'
import { processesPage, releasesPage, settingsHome } from '@alumni/shared/operations/settings'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

export const lettersUrl = '/settings/letters'
export const processesUrl = '/settings/processes'

export const settingsHomeQuery = queryOptions({
  queryKey: ['settings', 'home'],
  queryFn: ({ signal }) => request('/settings', settingsHome, { signal }),
  refetchInterval: 60_000,
})

export const releasesQuery = queryOptions({
  queryKey: ['settings', 'releases'],
  queryFn: ({ signal }) => request('/settings/releases', releasesPage, { signal }),
  staleTime: Infinity,
})

export const processesQuery = queryOptions({
  queryKey: ['settings', 'processes'],
  queryFn: ({ signal }) => request(processesUrl, processesPage, { signal }),
  refetchInterval: 10_000,
})

export function lettersQuery(search: LettersQuery) {
  return queryOptions({
    queryKey: ['settings', 'letters', search],
    queryFn: ({ signal }) => request(`${lettersUrl}${writePlainSearch(search)}`, lettersPage, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
}
