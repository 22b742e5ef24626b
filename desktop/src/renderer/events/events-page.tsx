import { eventStates, type StaffEventsPage, type StaffEventsQuery } from '@alumni/shared/staff-events'
import { Button, Select } from '@mantine/core'
import { IconCalendarEvent, IconPlus, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { DataTable } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedPage, FailedSection, isRefused } from '../ui/failed-page.tsx'
import { ChoiceBar } from '../ui/offers/choice-bar.tsx'
import { BlockSkeletons } from '../ui/page-skeleton.tsx'
import { Page } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { count, countOf } from '../ui/words/numbers.ts'
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
      actions={<NewButton />}
    >
      {query.error && !query.data && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={8} height={44} />}
      {query.data && <Events page={query.data} search={search} isStale={query.isPlaceholderData} />}
    </Page>
  )
}

function NewButton() {
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      renderRoot={(props) => <Link to="/champion_signups/events/new" {...props} />}
    >
      New event
    </Button>
  )
}

type EventsProps = { page: StaffEventsPage; search: StaffEventsQuery; isStale: boolean }

function Events({ page, search, isStale }: EventsProps) {
  const navigate = useNavigate({ from: '/champion_signups/events' })
  const go = (to: Partial<StaffEventsQuery>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
  const all = Object.values(page.counts).reduce((sum, each) => sum + each, 0)
  const isFiltered = Boolean(search.q ?? search.community ?? search.state)
  return (
    <PagedList
      page={page}
      onPage={(to) => go({ page: to })}
      search={{
        label: 'Search events by title, summary, venue or community',
        hint: 'Title, venue or community',
        q: search.q,
        onFind: (q) => go({ q }, true),
      }}
      bar={
        <>
          <ChoiceBar
            label="Which events"
            choices={[
              { value: 'all' as const, label: `All ${count(all)}` },
              ...eventStates.map((value) => ({
                value,
                label: `${stateWords[value].word} ${count(page.counts[value])}`,
              })),
            ]}
            value={search.state ?? 'all'}
            onChoose={(state) => go({ state: state === 'all' ? undefined : state })}
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
          <span className="muted" role="status">
            {isFiltered && countOf(page.matching, ['event', 'events'])}
          </span>
        </>
      }
    >
      {page.events.length > 0 ? (
        <DataTable
          caption="Events"
          columns={eventColumns}
          rows={page.events}
          rowKey={({ id }) => String(id)}
          onOpen={({ id }) => void navigate({ to: '/champion_signups/events/$id', params: { id: String(id) } })}
          isStale={isStale}
        />
      ) : isFiltered ? (
        <EmptyState icon={IconSearchOff} title="No event matches">
          Try fewer letters, or another filter.
        </EmptyState>
      ) : (
        <EmptyState icon={IconCalendarEvent} title="No events yet" actions={<NewButton />}>
          Write what alumni are invited to. It stays a draft until you publish it.
        </EmptyState>
      )}
    </PagedList>
  )
}
