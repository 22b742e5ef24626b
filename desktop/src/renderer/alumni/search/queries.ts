import { searchChoices, searchPage } from '@alumni/shared/alumni/search'
import { writePlainSearch } from '../../plain-search.ts'
import type { SearchParams } from './search-params.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

export const searchUrl = '/alumni_search'

/** Caches each page for half an hour, so that going back from a profile is instant. */
export const alumniSearchQuery = (params: SearchParams) =>
  readPageQuery(['alumni_search', 'page', params], `${searchUrl}${writePlainSearch(params)}`, searchPage, {
    staleTime: 5 * 60_000,
    gcTime: 30 * 60_000,
  })

export const choicesQuery = readQuery(['alumni_search', 'choices'], `${searchUrl}/choices`, searchChoices, {
  staleTime: 30 * 60_000,
})
