import { eventPlace } from '@alumni/shared/publications/locations'
import { eventContract } from '@alumni/shared/publications/staff-events'
import type { EventRow, StaffEventsPage, StaffEventsQuery } from '@alumni/shared/publications/staff-events'
import { Checkbox } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import {
  buildCityFilter,
  numberColumn,
  placesColumn,
  PublicationsPage,
  titleColumn,
  type ListConfig,
} from '../../domain/publications/publication-list.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { events } from './kind.ts'
import { column } from '../../ui/table/table-columns.tsx'
import { ShortDate } from '../../ui/format/times.tsx'

const listConfig: ListConfig<StaffEventsPage, EventRow, StaffEventsQuery> = {
  ...events,
  page: eventContract.page,
  rowsOf: (page) => page.events,
  title: 'Events',
  firstState: 'upcoming',
  icon: IconCalendarEvent,
  columns: [
    titleColumn(events.home, ({ community, ...event }) =>
      [community, eventPlace({ ...event, address: null })].filter(Boolean).join(' · '),
    ),
    column('when', 'When', { width: 110 }, ({ starts_at, time_zone }) => (
      <ShortDate date={starts_at} zone={time_zone} />
    )),
    column('state', 'State', { width: 116 }, ({ state }) => <StateBadge {...events.states[state]} />),
    numberColumn('going', 'Going', ({ counts }) => counts.going),
    numberColumn('waiting', 'Waiting', ({ counts }) => counts.waiting),
    numberColumn('attended', 'Attended', ({ counts }) => counts.attended),
    placesColumn(),
  ],
  searchedFields: 'title, summary, venue, city or community',
  newLabel: 'New event',
  invitation: 'Write what alumni are invited to. It stays a draft until you publish it.',
  filters: ({ communities, cities }, { search, go }) => [
    <Checkbox
      key="soon"
      label="In the coming seven days"
      checked={search.soon !== undefined}
      onChange={({ currentTarget }) => go({ soon: currentTarget.checked ? 'yes' : undefined }, 'as step')}
    />,
    communities.length > 0 && {
      name: 'community',
      label: 'Community',
      anyLabel: 'All communities',
      options: communities.map(({ id, name }) => ({ value: String(id), label: name })),
      isSearchable: true,
    },
    ...buildCityFilter(cities),
  ],
}

export const EventsPage = () => <PublicationsPage config={listConfig} />
