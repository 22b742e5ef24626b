import { recordedListsPage, type RecordedListsQuery } from '@alumni/shared/alumni/recorded-lists'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'
import { recordedListsUrl } from '../../domain/recording/queries.ts'

export type RecordedListsSearch = Omit<RecordedListsQuery, 'by'> & Partial<Pick<RecordedListsQuery, 'by'>>

export function recordedListsQuery(search: RecordedListsSearch) {
  return queryOptions({
    queryKey: ['recorded-lists', search],
    queryFn: ({ signal }) => request(`${recordedListsUrl}${writePlainSearch(search)}`, recordedListsPage, { signal }),
    placeholderData: keepPreviousData,
  })
}
