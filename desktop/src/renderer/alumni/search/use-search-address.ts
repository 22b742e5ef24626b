import { useNavigate, useSearch } from '@tanstack/react-router'
import { isSearch, readSearchWords, withChanges, type SearchWords } from './search-words.ts'

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
