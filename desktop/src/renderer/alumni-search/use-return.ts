import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { SearchWords } from './search-words.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search that led here; it is the entry before. */
    search?: SearchWords
  }
}

/** The row that was opened last, and from which entry of the browser's history. */
let left: { entry: string | undefined; row: string } | undefined

/** Remembers which row someone leaves by, so that the way back ends on it; `state` tells the page of a person about the search. */
export function useReturn(words: SearchWords) {
  const router = useRouter()
  const entry = () => {
    const { __TSR_key: key } = router.history.location.state
    return key
  }
  const [row] = useState(() => (left && left.entry === entry() ? left.row : undefined))
  return {
    row,
    state: { search: words },
    leaveBy(rowLeft: string) {
      left = { entry: entry(), row: rowLeft }
    },
  }
}
