import {
  eventContract,
  type EventRow,
  type EventState,
  type StaffEventsPage,
  type StaffEventsQuery,
} from '@alumni/shared/publications/staff-events'
import { Checkbox, Select } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { PublicationsPage, type Listing } from '../../domain/publications/publication-list.tsx'
import { eventColumns } from './event-columns.tsx'
import { stateWords } from './words.ts'

const listing: Listing<StaffEventsPage, EventRow, EventState, StaffEventsQuery> = {
  home: '/champion_signups/events',
  queryKey: 'events',
  page: eventContract.page,
  rowsOf: ({ events }) => events,
  title: 'Events',
  about: 'What alumni are invited to. A draft is seen by staff only; who came is marked from the day of the event on.',
  nouns: ['event', 'events'],
  icon: IconCalendarEvent,
  columns: eventColumns,
  states: stateWords,
  hint: 'title, summary, venue or community',
  newLabel: 'New event',
  invitation: 'Write what alumni are invited to. It stays a draft until you publish it.',
  isNarrowed: ({ community, soon }) => community !== undefined || soon !== undefined,
  renderFilters: (page, search, go) => (
    <>
      <Checkbox
        label="In the coming seven days"
        checked={search.soon !== undefined}
        onChange={({ currentTarget }) => go({ soon: currentTarget.checked ? 'yes' : undefined })}
      />
      {page.communities.length > 0 && (
        <Select
          w={210}
          aria-label="Community"
          placeholder="All communities"
          data={page.communities.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={search.community === undefined ? null : String(search.community)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All communities' }}
          nothingFoundMessage="No such community"
          onChange={(to) => go({ community: to === null ? undefined : Number(to) })}
        />
      )}
    </>
  ),
}

export const EventsPage = () => <PublicationsPage listing={listing} />
