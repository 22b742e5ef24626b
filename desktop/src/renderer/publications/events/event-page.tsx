import { eventPlace } from '@alumni/shared/publications/locations'
import { staffEventPage, type EventRecord, type StaffEventPage } from '@alumni/shared/publications/staff-events'
import { formatClockRange } from '../../domain/publications/clock.ts'
import { InvitePeopleButton } from '../../domain/letters/start-letter.tsx'
import { AskedSection, NoLetterToOthers } from '../../domain/publications/asked-people.tsx'
import { countAnswers } from '../../domain/publications/kind.ts'
import { PublicationPage, type PageConfig } from '../../domain/publications/publication-page.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { AddRsvpButton } from './add-rsvp.tsx'
import { AttendanceMenu } from './attendance-menu.tsx'
import { events } from './kind.ts'
import { Rsvps } from './rsvps.tsx'
import { LinkButton } from '../../ui/button.tsx'

const pageConfig: PageConfig<StaffEventPage, EventRecord> = {
  ...events,
  page: staffEventPage,
  recordOf: ({ event }) => event,
  facts: ({ starts_at, ends_at, time_zone, community, max_guests, ...event }) => [
    { name: 'When', value: formatClockRange(starts_at, ends_at, time_zone) },
    { name: 'Where', value: eventPlace(event) },
    { name: 'Community', value: community },
    { name: 'Places', value: describePlaces(event) },
    { name: 'Guests', value: max_guests === 0 ? 'None' : `Up to ${formatCount(max_guests, ['guest', 'guests'])} each` },
  ],
  ownMoves: {
    cancel: {
      button: 'Cancel event…',
      title: 'Cancel this event?',
      action: 'Cancel the event',
      successMessage: 'The event is canceled.',
      isDangerous: true,
      consequences: describeCancelling,
    },
  },
  consequences: {
    publish: ({ starts_at }) =>
      Date.parse(starts_at) < Date.now()
        ? 'It has already begun. Everyone can read it among past events, and no one can answer.'
        : 'Everyone can read it on the alumni’s site from now on, and champions can answer.',
    unpublish: () => 'It leaves the alumni’s site and is a draft again. No one has answered yet.',
    delete: () => 'It is deleted for good. Only staff have seen it.',
  },
  canEdit: ({ state }) => state !== 'cancelled',
  canDelete: (event) => event.state === 'draft' && countAnswers(event) === 0,
  answersFile: 'rsvps.csv',
  invitationTo: ({ id, ends_at }) => (Date.parse(ends_at) > Date.now() ? `event:${id}` : null),
  renderButtons: (event) => (
    <>
      {event.state === 'upcoming' && <InvitePeopleButton about={`event:${event.id}`} />}
      {event.can_mark && <AttendanceMenu event={event} />}
      {(event.can_mark || event.state === 'upcoming') && (
        <LinkButton variant="default" to="/champion_signups/events/$id/door" params={{ id: String(event.id) }}>
          Door list
        </LinkButton>
      )}
      {(event.state === 'upcoming' || event.state === 'past') && <AddRsvpButton event={event} />}
    </>
  ),
  renderRest: (page, isStale) => (
    <AskedSection kind="event" id={page.event.id}>
      <Rsvps page={page} isStale={isStale} />
    </AskedSection>
  ),
}

export const EventPage = () => <PublicationPage showing={pageConfig} />

/** Returns text such as "24 of 30 taken, with 2 guests"; without guests, the number of people is that of the answers. */
function describePlaces({ places, taken, counts }: Pick<EventRecord, 'places' | 'taken' | 'counts'>): string {
  const guests = taken - counts.going - counts.attended - counts.absent
  return [
    places === null
      ? `No limit, ${formatNumber(taken)} taken`
      : `${formatNumber(taken)} of ${formatNumber(places)} taken`,
    guests > 0 && `with ${formatCount(guests, ['guest', 'guests'])}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function describeCancelling({ id, counts: { going, waiting } }: EventRecord) {
  const waitingText = waiting > 0 ? ` and ${formatCount(waiting, ['who is waiting', 'who are waiting'])}` : ''
  return (
    <>
      {going + waiting === 0
        ? 'No one has said yes, so no one gets a letter.'
        : `A letter goes to ${formatCount(going, ['person who is going', 'people who are going'])}${waitingText}. `}
      {going + waiting > 0 && <NoLetterToOthers kind="event" id={id} />} Its page says that it is canceled. This cannot
      be undone.
    </>
  )
}
