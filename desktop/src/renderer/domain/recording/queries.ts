import { eventConverterPage } from '@alumni/shared/exchange/event-converter'
import { descriptionsReply } from '@alumni/shared/alumni/internal-api'
import { recordedListsPage, type RecordedListsQuery } from '@alumni/shared/alumni/recorded-lists'
import { writePlainSearch } from '../../plain-search.ts'
import { readQuery, readPageQuery } from '../../ui/read-query.ts'

export const recordedListsUrl = '/tools/recorded_lists'

export const recordedListsQuery = (search: Partial<RecordedListsQuery>) =>
  readPageQuery(['recorded-lists', search], `${recordedListsUrl}${writePlainSearch(search)}`, recordedListsPage)

export const activityCodesQuery = readQuery(['event-converter'], '/tools/event_converter', eventConverterPage)

export const activityDescriptionsQuery = (activityCode: string) =>
  readQuery(
    ['activity-descriptions', activityCode],
    `/api/activity_descriptions?activity_code=${encodeURIComponent(activityCode)}`,
    descriptionsReply,
    { staleTime: 5 * 60_000 },
  )
