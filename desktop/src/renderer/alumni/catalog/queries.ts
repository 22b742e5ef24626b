import {
  catalogEntry,
  catalogKey,
  catalogPage,
  usesReply,
  type CatalogName,
  type CatalogPage,
  type CatalogQuery,
  type Entry,
} from '@alumni/shared/alumni/catalog'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'
import { read } from '../../ui/read.ts'

function catalogUrl(list: CatalogName, entry?: Entry): string {
  return `/settings/${list}${entry ? `/${encodeURIComponent(codeOf(list, entry))}` : ''}`
}

export function codeOf(list: CatalogName, entry: Entry): string {
  return String(entry[catalogKey[list]])
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

/** Counts the uses of an entry; asked before it is deleted. */
export const usesQuery = (list: CatalogName, entry: Entry) =>
  read(['catalog', list, 'uses', codeOf(list, entry)], `${catalogUrl(list, entry)}/uses`, usesReply, { staleTime: 0 })

function readPage(list: CatalogName, search: CatalogQuery, signal: AbortSignal): Promise<CatalogPage> {
  return request(`${catalogUrl(list)}${writePlainSearch(search)}`, catalogPage(catalogEntry[list]), {
    signal,
  }) as Promise<CatalogPage>
}

/** `seen` is the entry as it was when it was opened; null adds a new one. */
type Save = { entry: Entry; seen: Entry | null }
type SaveOptions = Parameters<typeof useAction<Save, Entry>>[1]

export function useSave(list: CatalogName, options: SaveOptions) {
  return useAction(
    async ({ entry, seen }: Save): Promise<Entry> => {
      const url = catalogUrl(list, seen ?? undefined)
      return (await request(url, catalogEntry[list], { method: 'POST', body: seen ? { entry, seen } : entry })) as Entry
    },
    { ...options, invalidates: ['catalog'] },
  )
}

export function useDelete(list: CatalogName, done: (deleted: Entry) => string) {
  return useAction(
    (seen: Entry) => request(catalogUrl(list, seen), z.unknown(), { method: 'DELETE', body: { seen } }),
    { done: (_, deleted) => done(deleted), invalidates: ['catalog'] },
  )
}
