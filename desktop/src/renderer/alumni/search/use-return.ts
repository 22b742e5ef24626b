import { useLeftRow } from '../../domain/searches/use-left-row.ts'
import type { SearchWords } from './search-words.ts'

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
