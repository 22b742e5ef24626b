import { savedSearches, type SearchableList } from '@alumni/shared/saved-searches'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'

export const savedUrl = (list: SearchableList) => `/${list}/saved`

/** What one saved of a list. */
export function savedSearchesQuery(list: SearchableList) {
  return queryOptions({
    queryKey: [list, 'saved'],
    queryFn: ({ signal }) => request(savedUrl(list), savedSearches, { signal }),
    staleTime: 30 * 60_000,
  })
}
