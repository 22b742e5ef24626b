import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Outcome } from './outcomes.ts'

const from = '/shell/settings/imports/$type/batches/$id'

/** Which rows are shown, kept in the address so that back and a shared link lead to the same place. */
export function useRowsSearch() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from: '/settings/imports/$type/batches/$id' })
  return {
    search,
    choose: (outcome: Outcome | undefined) =>
      void navigate({ search: (before) => ({ ...before, outcome, page: 1 }), resetScroll: false }),
    find: (q: string | undefined) =>
      void navigate({
        search: (before) => ({ ...before, q, page: 1 }),
        replace: true,
        resetScroll: false,
      }),
    turn: (page: number) => void navigate({ search: (before) => ({ ...before, page }), resetScroll: false }),
    clear: () => void navigate({ search: { page: 1 }, resetScroll: false }),
  }
}
