import { savedCounts, savedSearches, type SearchableList } from '@alumni/shared/alumni/saved-searches'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'

export const savedUrl = (list: SearchableList) => `/${list}/saved`

/** What one saved of a list, and what colleagues share of it. */
export function savedSearchesQuery(list: SearchableList) {
  return queryOptions({
    queryKey: [list, 'saved'],
    queryFn: ({ signal }) => request(savedUrl(list), savedSearches, { signal }),
    staleTime: 30 * 60_000,
  })
}

/** How many each of them finds now. */
export function savedCountsQuery(list: SearchableList) {
  return queryOptions({
    queryKey: [list, 'saved', 'counts'],
    queryFn: ({ signal }) => request(`${savedUrl(list)}/counts`, savedCounts, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}
