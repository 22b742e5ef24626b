import { alumnusPage, engagementsPage, historyPage } from '@alumni/shared/alumni/record'
import type { AlumnusPage, EngagementsQuery, HistoryQuery } from '@alumni/shared/alumni/record'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

export type EngagementsSearch = Partial<EngagementsQuery>

export function alumnusUrl(id: string): string {
  return `/alumni/${encodeURIComponent(id)}`
}

export const alumnusQuery = (id: string) => readQuery(['alumni', id.toUpperCase()], alumnusUrl(id), alumnusPage)

const listStaleTime = 5 * 60_000

/** Reads a page of engagements. The first page without filters comes with the record. */
export function engagementsQuery({ alumnus, engagements }: AlumnusPage, search: EngagementsSearch, loadedAt: number) {
  const isFirst = search.activity === undefined && search.year === undefined && (search.page ?? 1) === 1
  return readPageQuery(
    ['alumni', alumnus.buid, 'engagements', search],
    `${alumnusUrl(alumnus.buid)}/engagements${writePlainSearch(search)}`,
    engagementsPage,
    { staleTime: listStaleTime, ...(isFirst ? { initialData: engagements, initialDataUpdatedAt: loadedAt } : {}) },
  )
}

/** Reads the history in pages. Without `kind`, the first page comes with the record, which was loaded at `loadedAt`. */
export function historyPagesQuery({ alumnus, history }: AlumnusPage, kind: HistoryQuery['kind'], loadedAt: number) {
  return infiniteQueryOptions({
    queryKey: ['alumni', alumnus.buid, 'history', kind],
    queryFn: ({ signal, pageParam }) =>
      request(`${alumnusUrl(alumnus.buid)}/history${writePlainSearch({ kind, page: pageParam })}`, historyPage, {
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: listStaleTime,
    placeholderData: keepPreviousData,
    ...(kind === undefined
      ? { initialData: { pages: [history], pageParams: [1] }, initialDataUpdatedAt: loadedAt }
      : {}),
  })
}
