import type { SignupPage } from '@alumni/shared/champion-signup'
import type { RsvpStatus } from '@alumni/shared/content'
import { Link } from '@tanstack/react-router'
import { Card } from '../ui/card.tsx'
import { countOf } from '../ui/words/numbers.ts'
import classes from './signup-page.module.css'

const statuses: Record<RsvpStatus, string> = {
  going: 'Going',
  waiting: 'On the waiting list',
  cancelled: 'Cancelled',
  attended: 'Attended',
  absent: 'Did not come',
}

/** Their answers to events, and the communities they are in. */
export function EventsCard({ page: { rsvps, communities } }: { page: SignupPage }) {
  return (
    <Card
      title="Events"
      count={rsvps.length}
      empty={rsvps.length + communities.length === 0 && 'No answer to an event, and in no community.'}
    >
      {rsvps.length > 0 && (
        <ul className={classes.rows}>
          {rsvps.map(({ id, event_id, title, starts_at, time_zone, is_cancelled, status, guests }) => (
            <li key={id}>
              <span className={classes.line}>
                <Link to="/champion_signups/events/$id" params={{ id: String(event_id) }}>
                  {title}
                </Link>
                <span>{statuses[status]}</span>
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
      {communities.length > 0 && (
        <p className={classes.soft}>In the communities {communities.map(({ name }) => name).join(', ')}.</p>
      )}
    </Card>
  )
}

/** The day of the event where it takes place. */
function dayIn(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(at))
}
