import { searchQuery, type SearchQuery, searchSorts, type SearchSort } from '@alumni/shared/alumni/search'
import { useSearch } from '@tanstack/react-router'
import { createListWords, useListAddress, type ListWords } from '../../domain/searches/list-words.ts'

export type SearchWords = ListWords<keyof SearchQuery>
export type SearchWord = keyof SearchWords

const ways = createListWords(Object.keys(searchQuery.shape) as SearchWord[])
export const { read: readSearchWords, withChanges, queryOf, wordsOf } = ways

/** Whether anything is asked for; an order alone asks for everyone. */
export function isSearch(words: SearchWords): boolean {
  return Object.keys(words).length > 0
}

const sortWords: Record<SearchSort, string> = {
  relevance: 'Best match',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  class_year: 'Class year, earliest first',
  '-class_year': 'Class year, latest first',
  place: 'Place, A to Z',
  '-place': 'Place, Z to A',
  last_engaged: 'Engaged longest ago',
  '-last_engaged': 'Engaged most recently',
}

/** The order of a search that says none. */
function usualSort({ q }: SearchWords): SearchSort {
  return q ? 'relevance' : 'name'
}

/** The orders of a search, and the one it has. Without words there is no best match. */
export function sortsOf(words: SearchWords) {
  const sorts = searchSorts
    .filter((sort) => sort !== 'relevance' || words.q)
    .map((sort) => ({ sort, words: sortWords[sort] }))
  const current = sorts.find(({ sort }) => sort === words.sort)?.sort ?? usualSort(words)
  return { sorts, current, usual: usualSort(words) }
}

/** Back leads to the empty page, not through every letter. */
export const useSearchAddress = () =>
  useListAddress<SearchWord>(useSearch({ from: '/shell/alumni_search' }), ways, isSearch)
