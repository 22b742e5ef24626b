import { comparisonPage, duplicatesPage, mergePage, mergePreview, mergesPage } from '@alumni/shared/champions/merges'
import type { MergeRequest } from '@alumni/shared/champions/merges'
import { type DuplicatesQuery, type MergesQuery } from '@alumni/shared/champions/merge-lists'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

export const duplicatesUrl = '/champion_signups/duplicates'
export const mergesUrl = '/champion_signups/merges'

export type DuplicatesSearch = Omit<DuplicatesQuery, 'ids'> & { ids?: string | undefined }

export const duplicatesQuery = (search: Omit<DuplicatesSearch, 'ids'>) =>
  readPageQuery(['signup-merges', 'duplicates', search], `${duplicatesUrl}${writePlainSearch(search)}`, duplicatesPage)

export const comparisonQuery = (ids: string) =>
  readPageQuery(['signup-merges', 'comparison', ids], `${duplicatesUrl}${writePlainSearch({ ids })}`, comparisonPage)

export function previewQuery(body: MergeRequest) {
  return queryOptions({
    queryKey: ['signup-merges', 'preview', body],
    queryFn: ({ signal }) => request(`${mergesUrl}/preview`, mergePreview, { method: 'POST', body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const mergesQuery = (search: MergesQuery) =>
  readPageQuery(['signup-merges', 'merges', search], `${mergesUrl}${writePlainSearch(search)}`, mergesPage)

export const mergeQuery = (id: string) => readQuery(['signup-merges', 'merge', id], `${mergesUrl}/${id}`, mergePage)
