import { useNavigate, useSearch } from '@tanstack/react-router'

export type Address<Query extends object> = {
  /** The query of the page's address, as its route has parsed it. */
  search: Query
  /** Changes the query in place, or as a step that the back button reverts. Without a page it leads to the first. */
  go: (changes: Partial<Query>, how?: 'in place' | 'as step') => void
}

/** Stores a page's state in its address. */
export function useAddress<Query extends object>(): Address<Query> {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    search: search as Query,
    go: (changes, how = 'in place') =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, page: 1, ...changes }),
        replace: how === 'in place',
        resetScroll: false,
      }),
  }
}
