import { searchChoices, searchPage } from '@alumni/shared/alumni/search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import type { SearchWords } from './search-words.ts'

export const searchUrl = '/alumni_search'

/**
 * One page of a search. Cached for half an hour, so that the way back from a profile is instant and ends at the same
 * place.
 */
export function alumniSearchQuery(words: SearchWords) {
  return queryOptions({
    queryKey: ['alumni_search', 'page', words],
    queryFn: ({ signal }) => request(`${searchUrl}${writePlainSearch(words)}`, searchPage, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    gcTime: 30 * 60_000,
  })
}

export const choicesQuery = queryOptions({
  queryKey: ['alumni_search', 'choices'],
  queryFn: ({ signal }) => request(`${searchUrl}/choices`, searchChoices, { signal }),
  staleTime: 30 * 60_000,
})
