import { searchQuery, type SearchQuery, searchSorts, type SearchSort } from '@alumni/shared/alumni/search'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addressWords, type AddressWords } from '../../domain/searches/address-words.ts'
import { useLeftRow } from '../../domain/searches/use-left-row.ts'

export type SearchWords = AddressWords<keyof SearchQuery>
export type SearchWord = keyof SearchWords

export const {
  read: readSearchWords,
  withChanges,
  queryOf,
  wordsOf,
} = addressWords(Object.keys(searchQuery.shape) as SearchWord[])

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

/** The search that the address says, and the ways to change it. Back leads to the empty page or the page before, not through every letter. */
export function useSearchAddress() {
  const words: SearchWords = useSearch({ from: '/shell/alumni_search' })
  const navigate = useNavigate({ from: '/alumni_search' })
  return {
    words,
    change: (changes: SearchWords) =>
      void navigate({ search: (before) => withChanges(before, changes), replace: isSearch(words), resetScroll: false }),
    turn: (page: number) =>
      void navigate({ search: (before) => readSearchWords({ ...before, page }), resetScroll: false }),
    open: (to: SearchWords) => void navigate({ search: to }),
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search that led here; it is the entry before. */
    search?: SearchWords
  }
}

/** The row to come back to; `state` tells the page of a person about the search. */
export function useReturn(words: SearchWords) {
  return { ...useLeftRow(), state: { search: words } }
}
