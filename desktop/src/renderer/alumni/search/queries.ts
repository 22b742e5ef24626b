import { searchChoices, searchPage } from '@alumni/shared/alumni/search'
import { writePlainSearch } from '../../plain-search.ts'
import type { SearchWords } from './search-words.ts'
import { read, readPage } from '../../ui/read.ts'

export const searchUrl = '/alumni_search'

/** Caches each page for half an hour, so that going back from a profile is instant. */
export const alumniSearchQuery = (words: SearchWords) =>
  readPage(['alumni_search', 'page', words], `${searchUrl}${writePlainSearch(words)}`, searchPage, {
    staleTime: 5 * 60_000,
    gcTime: 30 * 60_000,
  })

export const choicesQuery = read(['alumni_search', 'choices'], `${searchUrl}/choices`, searchChoices, {
  staleTime: 30 * 60_000,
})
