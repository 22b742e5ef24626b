import { searchSorts, type SearchSort } from '@alumni/shared/alumni/search'
import type { SearchWords } from './search-words.ts'

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
export function usualSort({ q }: SearchWords): SearchSort {
  return q ? 'relevance' : 'name'
}

/** The orders of a search, and the one it has. Without words there is no best match. */
export function sortsOf(words: SearchWords) {
  const offered = searchSorts
    .filter((sort) => sort !== 'relevance' || words.q)
    .map((sort) => ({ sort, words: sortWords[sort] }))
  const current = offered.find(({ sort }) => sort === words.sort)?.sort ?? usualSort(words)
  return { offered, current }
}
