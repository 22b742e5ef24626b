import {
  comparisonPage,
  duplicatesPage,
  mergePage,
  mergePreview,
  mergesPage,
  type MergeRequest,
} from '@alumni/shared/champions/merges'
import { type DuplicatesQuery, type MergesQuery } from '@alumni/shared/champions/merge-lists'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

export const duplicatesUrl = '/champion_signups/duplicates'
export const mergesUrl = '/champion_signups/merges'

/** The query in the page's address; the server checks `ids`. */
export type DuplicatesSearch = Omit<DuplicatesQuery, 'ids'> & { ids?: string | undefined }

export function duplicatesQuery(search: Omit<DuplicatesSearch, 'ids'>) {
  return queryOptions({
    queryKey: ['signup-merges', 'duplicates', search],
    queryFn: ({ signal }) => request(`${duplicatesUrl}${writePlainSearch(search)}`, duplicatesPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function comparisonQuery(ids: string) {
  return queryOptions({
    queryKey: ['signup-merges', 'comparison', ids],
    queryFn: ({ signal }) => request(`${duplicatesUrl}${writePlainSearch({ ids })}`, comparisonPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Made by doing the merge and taking it back: it is asked for anew with each choice. */
export function previewQuery(body: MergeRequest, isPossible: boolean) {
  return queryOptions({
    queryKey: ['signup-merges', 'preview', body],
    queryFn: ({ signal }) => request(`${mergesUrl}/preview`, mergePreview, { method: 'POST', body, signal }),
    placeholderData: keepPreviousData,
    enabled: isPossible,
    staleTime: 0,
  })
}

export function mergesQuery(search: MergesQuery) {
  return queryOptions({
    queryKey: ['signup-merges', 'merges', search],
    queryFn: ({ signal }) => request(`${mergesUrl}${writePlainSearch(search)}`, mergesPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function mergeQuery(id: string) {
  return queryOptions({
    queryKey: ['signup-merges', 'merge', id],
    queryFn: ({ signal }) => request(`${mergesUrl}/${id}`, mergePage, { signal }),
  })
}
