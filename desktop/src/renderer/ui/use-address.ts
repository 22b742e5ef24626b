import { useNavigate, useSearch } from '@tanstack/react-router'

export type Address<Query extends object> = {
  /** The query of the page's address, as its route has parsed it. */
  search: Query
  /** Changes the query in place, or as a step that the back button reverts. Without a page it leads to the first. */
  go: (changes: Partial<Query>, how?: 'in place' | 'as step') => void
}

/** Stores a page's state in its address. */
export function useAddress<Query extends object>(): Address<Query> {
  const search = useSearch({ strict: false }) as object as Query
  const navigate = useNavigate()
  return {
    search,
    go: (changes, how = 'in place') =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, page: 1, ...changes })) as never,
        replace: how === 'in place',
        resetScroll: false,
      }),
  }
}
