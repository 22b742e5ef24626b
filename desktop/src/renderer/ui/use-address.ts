import { useNavigate, useSearch } from '@tanstack/react-router'

export type Address<Query extends object> = {
  /** The query of the page's URL, parsed by its route. */
  search: Query
  /** Changes the query, replacing the history entry or adding one. Resets `page` to 1 unless it is given. */
  go: (changes: Partial<Query>, how?: 'in place' | 'as step') => void
}

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
