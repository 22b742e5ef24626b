import { activeImportStatuses, isActiveImport, type ImportStatus } from '@alumni/shared/exchange/import-states'
import {
  importBatchPage,
  importHub,
  importStatusReply,
  importTypePage,
  type ImportHub,
  type ImportRowsQuery,
  type ImportStatusReply,
  type ImportTypePage,
  type ImportType,
} from '@alumni/shared/exchange/imports'
import { keepPreviousData, queryOptions, type Query, type QueryClient } from '@tanstack/react-query'
import { HttpError, request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

export type RowsSearch = ImportRowsQuery

export const hubQuery = queryOptions({
  queryKey: ['imports', 'hub'],
  async queryFn({ signal, client }) {
    const { types } = await request('/settings/imports', importHub, { signal })
    return {
      types: types.map(({ type, last_batch }) => ({ type, last_batch: last_batch && shareStatus(client, last_batch) })),
    }
  },
  refetchInterval: ({ state: { data, dataUpdateCount } }) => {
    if (!data?.types.some(({ last_batch }) => last_batch && isProcessing(last_batch.status))) return false
    return dataUpdateCount < 12 ? 5_000 : 15_000
  },
})

export function typeQuery(type: ImportType, page: number) {
  return queryOptions({
    queryKey: ['imports', type, 'type', page],
    async queryFn({ signal, client }) {
      const url = `/settings/imports/${type}${writePlainSearch({ page })}`
      const typePage = await request(url, importTypePage, { signal })
      const update = (batch: ImportStatusReply) => shareStatus(client, batch)
      return { ...typePage, batches: typePage.batches.map(update), active: activeOf(typePage, update) }
    },
    placeholderData: (previous) => (previous?.type === type ? previous : undefined),
  })
}

/** Without filters, the server chooses which rows to show. */
export function batchQuery(type: ImportType, id: string, search: RowsSearch) {
  const isPlain = !search.outcome && !search.field && !search.kind && !search.q
  const query = writePlainSearch(isPlain ? { ...search, outcome: 'opening' } : search)
  return queryOptions({
    queryKey: ['imports', type, 'batch', id, 'page', search],
    queryFn: ({ signal }) => request(`${batchUrl(type, id)}${query}`, importBatchPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reads the status without rows, for polling. Replies also update the cached lists. */
export function importStatusQuery(type: ImportType, id: string) {
  return queryOptions({
    queryKey: ['imports', type, 'batch', id, 'status'],
    async queryFn({ signal, client }) {
      return shareStatus(client, await request(`${batchUrl(type, id)}/status`, importStatusReply, { signal }))
    },
    retry: false,
    staleTime: 0,
  })
}

/** Updates the status in every cached list and returns the newest known status. */
export function shareStatus(client: QueryClient, batch: ImportStatusReply): ImportStatusReply {
  const { queryKey } = importStatusQuery(batch.type, String(batch.id))
  const current = client.getQueryData<ImportStatusReply>(queryKey)
  if (current && current.updated_at > batch.updated_at) return current
  const isSame = ({ type, id }: ImportStatusReply) => type === batch.type && id === batch.id
  const update = (listed: ImportStatusReply) => (isSame(listed) ? batch : listed)
  // Skips invalidated lists, because new data would mark them as valid.
  const predicate = ({ state }: Query) => !state.isInvalidated
  client.setQueryData(queryKey, batch)
  client.setQueriesData<ImportHub>({ queryKey: hubQuery.queryKey, predicate }, (hub) =>
    hub?.types.some(({ last_batch }) => last_batch && isSame(last_batch))
      ? { types: hub.types.map(({ type, last_batch }) => ({ type, last_batch: last_batch && update(last_batch) })) }
      : undefined,
  )
  client.setQueriesData<ImportTypePage>({ queryKey: ['imports', batch.type, 'type'], predicate }, (page) =>
    page?.batches.some(isSame)
      ? { ...page, active: activeOf(page, update), batches: page.batches.map(update) }
      : undefined,
  )
  return batch
}

function activeOf({ active }: ImportTypePage, update: (batch: ImportStatusReply) => ImportStatusReply) {
  const renewed = active && update(active)
  return renewed && isActiveImport(renewed.status) ? renewed : null
}

function batchUrl(type: ImportType, id: string | number): string {
  return `/settings/imports/${type}/batches/${id}`
}

/** An import in review is active, but waits for the user. */
export function isProcessing(status: ImportStatus): boolean {
  return status === 'pending' || (status !== 'review' && isActiveImport(status))
}

/**
 * Returns milliseconds, or false if the import has ended. Polling slows down over time, because all users at one IP
 * address share a limit of 300 requests per five minutes. Reviews are polled because a colleague may finish them.
 */
export function pollInterval(status: ImportStatus, watchedForMs: number, error: unknown): number | false {
  if (error instanceof HttpError && error.body.retry_after) return error.body.retry_after * 1000
  if (isProcessing(status))
    return watchedForMs < 15_000 ? 1_000 : watchedForMs < 60_000 ? 2_000 : watchedForMs < 300_000 ? 5_000 : 10_000
  return (activeImportStatuses as readonly ImportStatus[]).includes(status) ? 60_000 : false
}

export function batchPage({ type, id }: { type: ImportType; id: string | number }) {
  return { to: '/settings/imports/$type/batches/$id', params: { type, id: String(id) }, search: { page: 1 } } as const
}

export function typePage(type: ImportType) {
  return { to: '/settings/imports/$type', params: { type }, search: { page: 1 } } as const
}
