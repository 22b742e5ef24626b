import {
  catalogEntry,
  catalogPage,
  usesReply,
  type CatalogName,
  type CatalogPage,
  type CatalogQuery,
  type Entry,
} from '@alumni/shared/alumni/catalog'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

export function catalogUrl(list: CatalogName, code?: string): string {
  return `/settings/${list}${code === undefined ? '' : `/${encodeURIComponent(code)}`}`
}

export function listQuery(list: CatalogName, search: CatalogQuery) {
  return queryOptions({
    queryKey: ['catalog', list, search],
    queryFn: ({ signal }) => readPage(list, search, signal),
    placeholderData: keepPreviousData,
  })
}

/** Every college, to choose one of. */
export const collegesQuery = queryOptions({
  queryKey: ['catalog', 'colleges', 'all'],
  async queryFn({ signal }) {
    const colleges: Entry[] = []
    for (let page = 1; ; page++) {
      const { entries, pages } = await readPage('colleges', { page }, signal)
      colleges.push(...entries)
      if (page >= pages) return colleges.map(({ code, name }) => ({ value: String(code), label: String(name) }))
    }
  },
  staleTime: 30 * 60_000,
})

/** How many records use an entry; asked when someone is about to delete it. */
export function usesQuery(list: CatalogName, code: string) {
  return queryOptions({
    queryKey: ['catalog', list, 'uses', code],
    queryFn: ({ signal }) => request(`${catalogUrl(list, code)}/uses`, usesReply, { signal }),
    staleTime: 0,
  })
}

function readPage(list: CatalogName, search: CatalogQuery, signal: AbortSignal): Promise<CatalogPage> {
  return request(`${catalogUrl(list)}${writePlainSearch(search)}`, catalogPage(catalogEntry[list]), {
    signal,
  }) as Promise<CatalogPage>
}
