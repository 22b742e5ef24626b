import { useNavigate, useSearch } from '@tanstack/react-router'
import type { FieldCount, ListedOutcome } from '@alumni/shared/exchange/imports'
import type { RowsSearch } from './queries.ts'

const from = '/shell/settings/imports/$type/batches/$id'

/** Which rows are shown, kept in the address so that back and a shared link lead to the same place. */
export function useRowsSearch() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from: '/settings/imports/$type/batches/$id' })
  return {
    search,
    /** No outcome is all of them, said in so many words: a review would else open on its changes again. */
    choose: (outcome: ListedOutcome | undefined) =>
      void navigate({ search: ({ q }) => ({ q, outcome: outcome ?? 'all', page: 1 }), resetScroll: false }),
    chooseField: (chosen: Pick<FieldCount, 'field' | 'kind'> | undefined) =>
      void navigate({
        search: ({ q }) => ({
          q,
          ...(chosen ? { field: chosen.field, kind: chosen.kind } : { outcome: 'changed' as const }),
          page: 1,
        }),
        resetScroll: false,
      }),
    look: (rows: Pick<RowsSearch, 'outcome' | 'field' | 'kind'>) =>
      void navigate({ search: { ...rows, page: 1 }, resetScroll: false }),
    find: (q: string | undefined) =>
      void navigate({
        search: (before) => ({ ...before, q, page: 1 }),
        replace: true,
        resetScroll: false,
      }),
    turn: (page: number) => void navigate({ search: (before) => ({ ...before, page }), resetScroll: false }),
    clear: () => void navigate({ search: { outcome: 'all', page: 1 }, resetScroll: false }),
  }
}
