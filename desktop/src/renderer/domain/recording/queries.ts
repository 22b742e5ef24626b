import { eventConverterPage } from '@alumni/shared/exchange/event-converter'
import { descriptionsReply } from '@alumni/shared/alumni/internal-api'
import { recordedListsPage, type RecordedListsQuery } from '@alumni/shared/alumni/recorded-lists'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { request } from '../../http.ts'
import { writePlainSearch } from '../../plain-search.ts'

export const recordedListsUrl = '/tools/recorded_lists'

export function recordedListsQuery(search: Partial<RecordedListsQuery>) {
  return queryOptions({
    queryKey: ['recorded-lists', search],
    queryFn: ({ signal }) => request(`${recordedListsUrl}${writePlainSearch(search)}`, recordedListsPage, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The activities that something is recorded as. */
export const activityCodesQuery = queryOptions({
  queryKey: ['event-converter'],
  queryFn: ({ signal }) => request('/tools/event_converter', eventConverterPage, { signal }),
})

/** Loads past descriptions of an activity's engagements, for reuse. */
export function descriptionsQuery(activityCode: string) {
  return queryOptions({
    queryKey: ['activity-descriptions', activityCode],
    queryFn: ({ signal }) =>
      request(`/api/activity_descriptions?activity_code=${encodeURIComponent(activityCode)}`, descriptionsReply, {
        signal,
      }),
    staleTime: 5 * 60_000,
  })
}
