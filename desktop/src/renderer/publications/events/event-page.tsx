import type { EventRecord, RsvpsQuery } from '@alumni/shared/publications/staff-events'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { Facts, LastChange, OnSite } from '../../domain/publications/facts.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { EventActions } from './event-actions.tsx'
import { eventQuery } from './queries.ts'
import { Rsvps } from './rsvps.tsx'
import { eventTimes, stateWords } from './words.ts'

/** An event: how it stands, what can be done with it, who comes and who came. */
export function EventPage() {
  const { id } = useParams({ from: '/shell/champion_signups/events/$id' })
  const search: RsvpsQuery = useSearch({ from: '/shell/champion_signups/events/$id' })
  const query = useQuery(eventQuery(id, search))
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  if (query.error && !page) return <FailedSection error={query.error} onRetry={query.refetch} />
  if (!page) return <PageSkeleton />
  const { event } = page
  const { word, icon, tone } = stateWords[event.state]
  return (
    <Page
      title={event.title}
      mark={
        <StateWord icon={icon} tone={tone}>
          {word}
        </StateWord>
      }
      about={event.summary || 'There is no summary yet: it needs one before it can be published.'}
      actions={<EventActions event={event} />}
    >
      <EventFacts event={event} />
      <Rsvps page={page} search={search} isStale={query.isPlaceholderData} />
    </Page>
  )
}

function EventFacts({ event }: { event: EventRecord }) {
  const { community, venue, address, is_online, places, taken, max_guests } = event
  return (
    <Facts
      facts={[
        { name: 'When', value: eventTimes(event) },
        { name: 'Where', value: [is_online && 'Online', venue, address].filter(Boolean).join(', ') },
        { name: 'Community', value: community },
        {
          name: 'Places',
          value: places === null ? `No limit, ${count(taken)} taken` : `${count(taken)} of ${count(places)} taken`,
        },
        { name: 'Guests', value: max_guests === 0 ? 'None' : `Up to ${countOf(max_guests, ['guest', 'guests'])} each` },
        { name: 'On the alumni’s site', value: <OnSite record={event} /> },
        { name: 'Last changed', value: <LastChange at={event.updated_at} by={event.updated_by} /> },
      ]}
    />
  )
}
