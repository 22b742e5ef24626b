import type { StaffEventsPage, StaffEventsQuery } from '@alumni/shared/publications/staff-events'
import { Checkbox, Select } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { NewButton, OfferList } from '../../domain/publications/offer-list.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { eventColumns } from './event-columns.tsx'
import { eventsQuery } from './queries.ts'
import { stateWords } from './words.ts'

/** All events, and the way to write another. */
export function EventsPage() {
  const search: StaffEventsQuery = useSearch({ from: '/shell/champion_signups/events' })
  const query = useQuery(eventsQuery(search))
  if (!query.data && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title="Events"
      about="What alumni are invited to. A draft is seen by staff only; who came is marked from the day of the event on."
      actions={newButton}
    >
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={44} />}
      {query.data && <Events page={query.data} search={search} isStale={query.isPlaceholderData} />}
    </Page>
  )
}

const newButton = (
  <NewButton label="New event" renderLink={(props) => <Link to="/champion_signups/events/new" {...props} />} />
)

type EventsProps = { page: StaffEventsPage; search: StaffEventsQuery; isStale: boolean }

function Events({ page, search, isStale }: EventsProps) {
  const navigate = useNavigate({ from: '/champion_signups/events' })
  const go = (to: Partial<StaffEventsQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  return (
    <OfferList
      name="Events"
      nouns={['event', 'events']}
      icon={IconCalendarEvent}
      page={page}
      rows={page.events}
      columns={eventColumns}
      states={stateWords}
      search={search}
      isNarrowed={search.community !== undefined || search.soon !== undefined}
      onSearch={go}
      onOpen={({ id }) => void navigate({ to: '/champion_signups/events/$id', params: { id: String(id) } })}
      hint="title, summary, venue or community"
      filters={
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
      }
      newButton={newButton}
      invitation="Write what alumni are invited to. It stays a draft until you publish it."
      isStale={isStale}
    />
  )
}
