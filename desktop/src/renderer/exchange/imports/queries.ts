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
      types: types.map(({ type, last_batch: last }) => ({ type, last_batch: last && shareStatus(client, last) })),
    }
  },
  refetchInterval: ({ state: { data, dataUpdateCount } }) => {
    if (!data?.types.some(({ last_batch }) => last_batch && isMoving(last_batch.status))) return false
    return dataUpdateCount < 12 ? 5_000 : 15_000
  },
})

export function typeQuery(type: ImportType, page: number) {
  return queryOptions({
    queryKey: ['imports', type, 'type', page],
    async queryFn({ signal, client }) {
      const url = `/settings/imports/${type}${writePlainSearch({ page })}`
      const typePage = await request(url, importTypePage, { signal })
      const renew = (batch: ImportStatusReply) => shareStatus(client, batch)
      return { ...typePage, batches: typePage.batches.map(renew), active: activeOf(typePage, renew) }
    },
    placeholderData: (previous) => (previous?.type === type ? previous : undefined),
  })
}

export function batchQuery(type: ImportType, id: string, search: RowsSearch) {
  const isPlain = !search.outcome && !search.field && !search.kind && !search.q
  const words = writePlainSearch(isPlain ? { ...search, outcome: 'opening' } : search)
  return queryOptions({
    queryKey: ['imports', type, 'batch', id, 'page', search],
    queryFn: ({ signal }) => request(`${batchUrl(type, id)}${words}`, importBatchPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function statusQuery(type: ImportType, id: string) {
  return queryOptions({
    queryKey: ['imports', type, 'batch', id, 'status'],
    async queryFn({ signal, client }) {
      return shareStatus(client, await request(`${batchUrl(type, id)}/status`, importStatusReply, { signal }))
    },
    retry: false,
    staleTime: 0,
  })
}

/**
 * Puts the status of a batch, as it was just read, into every list that shows it, so that no two parts of a page
 * contradict. Returns the newest status that is known.
 */
export function shareStatus(client: QueryClient, batch: ImportStatusReply): ImportStatusReply {
  const { queryKey } = statusQuery(batch.type, String(batch.id))
  const known = client.getQueryData<ImportStatusReply>(queryKey)
  if (known && known.updated_at > batch.updated_at) return known
  const isSame = ({ type, id }: ImportStatusReply) => type === batch.type && id === batch.id
  const renew = (listed: ImportStatusReply) => (isSame(listed) ? batch : listed)
  // A list that is read again anyway must stay marked for that.
  const predicate = ({ state }: Query) => !state.isInvalidated
  client.setQueryData(queryKey, batch)
  client.setQueriesData<ImportHub>({ queryKey: hubQuery.queryKey, predicate }, (hub) =>
    hub?.types.some(({ last_batch: last }) => last && isSame(last))
      ? { types: hub.types.map(({ type, last_batch: last }) => ({ type, last_batch: last && renew(last) })) }
      : undefined,
  )
  client.setQueriesData<ImportTypePage>({ queryKey: ['imports', batch.type, 'type'], predicate }, (page) =>
    page?.batches.some(isSame)
      ? { ...page, active: activeOf(page, renew), batches: page.batches.map(renew) }
      : undefined,
  )
  return batch
}

function activeOf({ active }: ImportTypePage, renew: (batch: ImportStatusReply) => ImportStatusReply) {
  const renewed = active && renew(active)
  return renewed && isActiveImport(renewed.status) ? renewed : null
}

function batchUrl(type: ImportType, id: string | number): string {
  return `/settings/imports/${type}/batches/${id}`
}

/** Whether the worker is at it: the numbers change by themselves. */
export function isMoving(status: ImportStatus): boolean {
  return status === 'pending' || (status !== 'review' && isActiveImport(status))
}

/**
 * Milliseconds until the status is asked for again. Every second at first; a long import slows down, because a whole
 * office may share the 300 requests that one address has in five minutes. A review is asked about now and then: a
 * colleague may have moved it.
 */
export function pollEvery(status: ImportStatus, watchedForMs: number, error: unknown): number | false {
  if (error instanceof HttpError && error.body.retry_after) return error.body.retry_after * 1000
  if (isMoving(status))
    return watchedForMs < 15_000 ? 1_000 : watchedForMs < 60_000 ? 2_000 : watchedForMs < 300_000 ? 5_000 : 10_000
  return (activeImportStatuses as readonly ImportStatus[]).includes(status) ? 60_000 : false
}

/** The address of a batch's page, for links and moves. */
export function batchPage({ type, id }: { type: ImportType; id: string | number }) {
  return { to: '/settings/imports/$type/batches/$id', params: { type, id: String(id) }, search: { page: 1 } } as const
}

/** The address of the page of a type. */
export function typePage(type: ImportType) {
  return { to: '/settings/imports/$type', params: { type }, search: { page: 1 } } as const
}
