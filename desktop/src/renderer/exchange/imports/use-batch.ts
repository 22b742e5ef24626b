import type {
  ImportBatchPage,
  ImportStatusReply,
  ImportType,
  FieldCount,
  ListedOutcome,
} from '@alumni/shared/exchange/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAddress } from '../../ui/use-address.ts'
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

/**
 * A batch and its live status: polled while it moves, paused in hidden tabs, taken up again after a lost connection.
 */
export function useBatch(type: ImportType, id: string, search: RowsSearch): BatchView {
  const queryClient = useQueryClient()
  const since = useRef(performance.now())
  const page = useQuery(batchQuery(type, id, search))
  const ownPage = page.data && String(page.data.id) === id ? page.data : undefined
  const newest = ({ data, dataUpdatedAt }: { data: ImportStatusReply | undefined; dataUpdatedAt: number }) =>
    data && dataUpdatedAt >= page.dataUpdatedAt ? data : (ownPage ?? data)
  const status = useQuery({
    ...statusQuery(type, id),
    enabled: ownPage !== undefined && ownPage.type === type,
    // Follows what is shown: a late answer of the page may report less than the status did.
    refetchInterval: ({ state }) => {
      const known = newest(state)?.status
      return known ? pollEvery(known, performance.now() - since.current, state.error) : false
    },
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
  })
  const live = newest(status)

  const seen = ownPage?.status
  const known = live?.status
  useEffect(() => {
    since.current = performance.now()
    if (seen === undefined || known === undefined || seen === known) return
    void queryClient.invalidateQueries({ queryKey: ['imports', type, 'batch', id, 'page'] })
    void queryClient.invalidateQueries({ queryKey: ['imports', 'hub'] })
    void queryClient.invalidateQueries({ queryKey: ['imports', type, 'type'] })
    // An import may have changed anything that is cached.
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

const allRows = { outcome: undefined, field: undefined, kind: undefined }

/** The address stores which rows are shown, so that back and a shared link lead to the same place. */
export function useRowsSearch() {
  const { search, go } = useAddress<RowsSearch>()
  const show = (rows: Partial<RowsSearch>) => go({ ...allRows, ...rows }, 'as step')
  return {
    search,
    /** No outcome is all of them, said in so many words: a review would else open on its changes again. */
    choose: (outcome: ListedOutcome | undefined) => show({ outcome: outcome ?? 'all' }),
    chooseField: (chosen: Pick<FieldCount, 'field' | 'kind'> | undefined) =>
      show(chosen ? { field: chosen.field, kind: chosen.kind } : { outcome: 'changed' }),
    showOnly: (rows: Pick<RowsSearch, 'outcome' | 'field' | 'kind'>) => show({ q: undefined, ...rows }),
    find: (q: string | undefined) => go({ q }),
    turn: (page: number) => go({ page }, 'as step'),
    clear: () => show({ outcome: 'all', q: undefined }),
  }
}
