import {
  catalogEntry,
  catalogKey,
  catalogPage,
  usesReply,
  type CatalogName,
  type CatalogPage,
  type CatalogQuery,
  type CatalogEntry,
} from '@alumni/shared/alumni/catalog'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { post, remove, request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'
import { read, readPage } from '../../ui/read.ts'

function catalogUrl(list: CatalogName, entry?: CatalogEntry): string {
  return `/settings/${list}${entry ? `/${encodeURIComponent(codeOf(list, entry))}` : ''}`
}

export function codeOf(list: CatalogName, entry: CatalogEntry): string {
  return String(entry[catalogKey[list]])
}

/** The page of a list; its entries are those of any list. */
const pageOf = (list: CatalogName) => catalogPage(catalogEntry[list]) as unknown as z.ZodType<CatalogPage>

export const listQuery = (list: CatalogName, search: CatalogQuery) =>
  readPage(['catalog', list, search], `${catalogUrl(list)}${writePlainSearch(search)}`, pageOf(list))

/** Every college, to choose one of. */
export const collegesQuery = queryOptions({
  queryKey: ['catalog', 'colleges', 'all'],
  async queryFn({ signal }) {
    const colleges: CatalogEntry[] = []
    for (let page = 1; ; page++) {
      const { entries, pages } = await request(`${catalogUrl('colleges')}?page=${page}`, pageOf('colleges'), { signal })
      colleges.push(...entries)
      if (page >= pages) return colleges.map(({ code, name }) => ({ value: String(code), label: String(name) }))
    }
  },
  staleTime: 30 * 60_000,
})

/** Counts the uses of an entry; asked before it is deleted. */
export const usesQuery = (list: CatalogName, entry: CatalogEntry) =>
  read(['catalog', list, 'uses', codeOf(list, entry)], `${catalogUrl(list, entry)}/uses`, usesReply, { staleTime: 0 })

/** `seen` is the entry as it was when it was opened; null adds a new one. */
type Save = { entry: CatalogEntry; seen: CatalogEntry | null }
type SaveOptions = Parameters<typeof useAction<Save, CatalogEntry>>[1]

export function useSave(list: CatalogName, options: SaveOptions) {
  return useAction(
    async ({ entry, seen }: Save): Promise<CatalogEntry> => {
      const url = catalogUrl(list, seen ?? undefined)
      return (await post(url, catalogEntry[list], seen ? { entry, seen } : entry)) as CatalogEntry
    },
    { ...options, invalidates: ['catalog'] },
  )
}

export function useDelete(list: CatalogName, done: (deleted: CatalogEntry) => string) {
  return useAction((seen: CatalogEntry) => remove(catalogUrl(list, seen), z.unknown(), { seen }), {
    successNotice: (_, deleted) => done(deleted),
    invalidates: ['catalog'],
  })
}
