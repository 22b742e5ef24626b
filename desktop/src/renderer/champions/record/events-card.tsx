import type { SignupPage } from '@alumni/shared/champions/staff-page'
import type { RsvpStatus } from '@alumni/shared/publications/content'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import more from '../../ui/more.module.css'
import classes from './signup-page.module.css'

const statuses: Record<RsvpStatus, string> = {
  going: 'Going',
  waiting: 'On the waiting list',
  cancelled: 'Canceled',
  attended: 'Attended',
  absent: 'Did not come',
}

const shownAtFirst = 5

/** Their answers to events, and the communities they are in. */
export function EventsCard({ page: { rsvps, communities } }: { page: SignupPage }) {
  const [areAllShown, showAll] = useState(false)
  const shown = areAllShown ? rsvps : rsvps.slice(0, shownAtFirst)
  return (
    <Card
      title="Events"
      count={rsvps.length}
      empty={rsvps.length + communities.length === 0 && 'No answer to an event, and in no community.'}
    >
      {rsvps.length > 0 && (
        <ul className={classes.rows}>
          {shown.map(({ id, event_id, title, starts_at, time_zone, is_cancelled, status, guests }) => (
            <li key={id}>
              <span className={classes.line}>
                <Link to="/champion_signups/events/$id" params={{ id: String(event_id) }}>
                  {title}
                </Link>
                <span>{isUnmarked(status, starts_at) ? 'Said yes' : statuses[status]}</span>
              </span>
              <span className={classes.soft}>
                {dayIn(starts_at, time_zone)}
                {guests > 0 && ` · with ${countOf(guests, ['guest', 'guests'])}`}
                {is_cancelled && ' · the event was canceled'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < rsvps.length && (
        <UnstyledButton className={more.more} onClick={() => showAll(true)}>
          All {count(rsvps.length)}
        </UnstyledButton>
      )}
      {communities.length > 0 && (
        <p className={classes.soft}>In the communities {communities.map(({ name }) => name).join(', ')}.</p>
      )}
    </Card>
  )
}

/** The event has been, and nobody has said whether they came. */
function isUnmarked(status: RsvpStatus, startsAt: string): boolean {
  return status === 'going' && Date.parse(startsAt) < Date.now()
}

/** The day of the event where it takes place. */
function dayIn(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(at))
}
