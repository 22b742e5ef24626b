import { catalogEntry, catalogKey, catalogPage, usesReply } from '@alumni/shared/alumni/catalog'
import type { CatalogName, CatalogPage, CatalogQuery, CatalogEntry } from '@alumni/shared/alumni/catalog'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { post, remove, request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { useAction } from '../../ui/use-action.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

function catalogUrl(list: CatalogName, entry?: CatalogEntry): string {
  return `/settings/${list}${entry ? `/${encodeURIComponent(codeOf(list, entry))}` : ''}`
}

export function codeOf(list: CatalogName, entry: CatalogEntry): string {
  return String(entry[catalogKey[list]])
}

const pageSchemaOf = (list: CatalogName) => catalogPage(catalogEntry[list]) as unknown as z.ZodType<CatalogPage>

export const catalogPageQuery = (list: CatalogName, search: CatalogQuery) =>
  readPageQuery(['catalog', list, search], `${catalogUrl(list)}${writePlainSearch(search)}`, pageSchemaOf(list))

export const collegesQuery = queryOptions({
  queryKey: ['catalog', 'colleges', 'all'],
  async queryFn({ signal }) {
    const colleges: CatalogEntry[] = []
    for (let page = 1; ; page++) {
      const { entries, pages } = await request(`${catalogUrl('colleges')}?page=${page}`, pageSchemaOf('colleges'), {
        signal,
      })
      colleges.push(...entries)
      if (page >= pages) return colleges.map(({ code, name }) => ({ value: String(code), label: String(name) }))
    }
  },
  staleTime: 30 * 60_000,
})

export const entryUsesQuery = (list: CatalogName, entry: CatalogEntry) =>
  readQuery(['catalog', list, 'uses', codeOf(list, entry)], `${catalogUrl(list, entry)}/uses`, usesReply, {
    staleTime: 0,
  })

/** An entry to save. `original` is the version that the user edited, or null to add a new entry. */
type EntryChange = { entry: CatalogEntry; original: CatalogEntry | null }
type SaveOptions = Parameters<typeof useAction<EntryChange, CatalogEntry>>[1]

export function useSaveEntry(list: CatalogName, options: SaveOptions) {
  return useAction(
    async ({ entry, original }: EntryChange): Promise<CatalogEntry> => {
      const url = catalogUrl(list, original ?? undefined)
      return (await post(url, catalogEntry[list], original ? { entry, seen: original } : entry)) as CatalogEntry
    },
    { ...options, invalidates: ['catalog'] },
  )
}

export function useDeleteEntry(list: CatalogName, message: string) {
  return useAction((entry: CatalogEntry) => remove(catalogUrl(list, entry), z.unknown(), { seen: entry }), {
    successNotice: () => message,
    invalidates: ['catalog'],
  })
}
