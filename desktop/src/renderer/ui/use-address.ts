import { useNavigate, useSearch } from '@tanstack/react-router'

export type Address<Query extends object> = {
  search: Query
  /** Replaces the history entry (`in place`) or adds one. Sets `page` to 1 unless `changes` sets it. */
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
