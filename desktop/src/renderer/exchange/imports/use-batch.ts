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
import { batchQuery, pollInterval, importStatusQuery, type RowsSearch } from './queries.ts'
import { importStatusReply } from '@alumni/shared/exchange/imports'
import { request } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'

export type BatchView = {
  /** Has the rows and fields, but its status may be older than in `live`. */
  page: ImportBatchPage | undefined
  live: ImportStatusReply | undefined
  error: Error | null
  isFetchingRows: boolean
  isUnreachable: boolean
  retry: () => void
}

/** Polls the status until the import ends. Hidden tabs do not poll. */
export function useBatch(type: ImportType, id: string, search: RowsSearch): BatchView {
  const queryClient = useQueryClient()
  const startedWatchingAt = useRef(performance.now())
  const page = useQuery(batchQuery(type, id, search))
  const ownPage = page.data && String(page.data.id) === id ? page.data : undefined
  const pickNewest = ({ data, dataUpdatedAt }: { data: ImportStatusReply | undefined; dataUpdatedAt: number }) =>
    data && dataUpdatedAt >= page.dataUpdatedAt ? data : (ownPage ?? data)
  const status = useQuery({
    ...importStatusQuery(type, id),
    enabled: ownPage !== undefined && ownPage.type === type,
    refetchInterval: ({ state }) => {
      const liveStatus = pickNewest(state)?.status
      return liveStatus ? pollInterval(liveStatus, performance.now() - startedWatchingAt.current, state.error) : false
    },
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
  })
  const live = pickNewest(status)

  const pageStatus = ownPage?.status
  const liveStatus = live?.status
  useEffect(() => {
    startedWatchingAt.current = performance.now()
    if (pageStatus === undefined || liveStatus === undefined || pageStatus === liveStatus) return
    void queryClient.invalidateQueries({ queryKey: ['imports', type, 'batch', id, 'page'] })
    void queryClient.invalidateQueries({ queryKey: ['imports', 'hub'] })
    void queryClient.invalidateQueries({ queryKey: ['imports', type, 'type'] })
    void queryClient.invalidateQueries({ refetchType: 'none' })
  }, [pageStatus, liveStatus, queryClient, type, id])

  return {
    page: ownPage,
    live,
    error: ownPage ? null : page.error,
    isFetchingRows: page.isPlaceholderData || (page.isFetching && ownPage?.status !== liveStatus),
    isUnreachable: status.isError,
    retry: () => void page.refetch(),
  }
}

const allRows = { outcome: undefined, field: undefined, kind: undefined }

export function useRowFilters() {
  const { search, go } = useAddress<RowsSearch>()
  const show = (rows: Partial<RowsSearch>) => go({ ...allRows, ...rows }, 'as step')
  return {
    search,
    /** Sends `all` explicitly, because a review without an outcome filter shows only changes. */
    chooseOutcome: (outcome: ListedOutcome | undefined) => show({ outcome: outcome ?? 'all' }),
    chooseField: (fieldCount: Pick<FieldCount, 'field' | 'kind'> | undefined) =>
      show(fieldCount ? { field: fieldCount.field, kind: fieldCount.kind } : { outcome: 'changed' }),
    showRows: (rows: Pick<RowsSearch, 'outcome' | 'field' | 'kind'>) => show({ q: undefined, ...rows }),
    find: (q: string | undefined) => go({ q }),
    goToPage: (page: number) => go({ page }, 'as step'),
    clear: () => show({ outcome: 'all', q: undefined }),
  }
}

export function useBatchAction({ type, id }: ImportStatusReply) {
  const queryClient = useQueryClient()
  return useAction(
    ({ url, body = {} }: { url: string; body?: object }) => request(url, importStatusReply, { method: 'POST', body }),
    {
      invalidates: ['imports'],
      async onDone(status) {
        await queryClient.cancelQueries({ queryKey: ['imports', type, 'batch', String(id)] })
        queryClient.setQueryData(importStatusQuery(type, String(id)).queryKey, status)
      },
    },
  )
}
