import { searchQuery, type SearchQuery, searchSorts, type SearchSort } from '@alumni/shared/alumni/search'
import { useSearch } from '@tanstack/react-router'
import { createListWords, useListAddress, type ListWords } from '../../domain/searches/list-words.ts'

export type SearchWords = ListWords<keyof SearchQuery>
export type SearchWord = keyof SearchWords

const addressTools = createListWords(Object.keys(searchQuery.shape) as SearchWord[])
export const { read: readSearchWords, withChanges, queryOf, wordsOf } = addressTools

/** Checks whether the URL has a search. A sort order alone counts as a search, which lists everyone. */
export function hasSearchWords(words: SearchWords): boolean {
  return Object.keys(words).length > 0
}

const sortLabels: Record<SearchSort, string> = {
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

function defaultSort({ q }: SearchWords): SearchSort {
  return q ? 'relevance' : 'name'
}

/** Returns the possible, current and default sort orders. "Best match" requires typed words. */
export function listSorts(words: SearchWords) {
  const sorts = searchSorts
    .filter((sort) => sort !== 'relevance' || words.q)
    .map((sort) => ({ sort, label: sortLabels[sort] }))
  const current = sorts.find(({ sort }) => sort === words.sort)?.sort ?? defaultSort(words)
  return { sorts, current, defaultSort: defaultSort(words) }
}

/** Adds a history entry only for the first change, so that going back does not step through every letter typed. */
export const useSearchAddress = () =>
  useListAddress<SearchWord>(useSearch({ from: '/shell/alumni_search' }), addressTools, hasSearchWords)
