import type {
  ImportBatchPage,
  ImportStatusReply,
  ImportType,
  FieldCount,
  ListedOutcome,
} from '@alumni/shared/exchange/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { batchQuery, pollEvery, statusQuery, type RowsSearch } from './queries.ts'

export type BatchView = {
  /** The page's own data: rows and fields. May be of the moment before. */
  page: ImportBatchPage | undefined
  /** The newest status that is known. */
  live: ImportStatusReply | undefined
  error: Error | null
  isFetchingRows: boolean
  isOutOfTouch: boolean
  retry: () => void
}

/** A batch and its live status: polled while it moves, paused in hidden tabs, taken up again after a lost connection. */
export function useBatch(type: ImportType, id: string, search: RowsSearch): BatchView {
  const queryClient = useQueryClient()
  const since = useRef(Date.now())
  const page = useQuery(batchQuery(type, id, search))
  const ownPage = page.data && String(page.data.id) === id ? page.data : undefined
  const status = useQuery({
    ...statusQuery(type, id),
    enabled: ownPage !== undefined && ownPage.type === type,
    refetchInterval: (query) => {
      const known = query.state.data?.status ?? ownPage?.status
      return known ? pollEvery(known, Date.now() - since.current, query.state.error) : false
    },
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
  })
  const live = status.data && status.dataUpdatedAt >= page.dataUpdatedAt ? status.data : (ownPage ?? status.data)

  const seen = ownPage?.status
  const known = live?.status
  useEffect(() => {
    since.current = Date.now()
    if (seen === undefined || known === undefined || seen === known) return
    void queryClient.invalidateQueries({ queryKey: ['imports', type, 'batch', id, 'page'] })
    void queryClient.invalidateQueries({ queryKey: ['imports', 'hub'] })
    void queryClient.invalidateQueries({ queryKey: ['imports', type, 'type'] })
    // An import may have changed anything that is kept.
    void queryClient.invalidateQueries({ refetchType: 'none' })
  }, [seen, known, queryClient, type, id])

  return {
    page: ownPage,
    live,
    error: ownPage ? null : page.error,
    isFetchingRows: page.isPlaceholderData || (page.isFetching && ownPage?.status !== known),
    isOutOfTouch: status.isError,
    retry: () => void page.refetch(),
  }
}

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
