import type { SentToSignup, SignupPage, StaffLetter } from '@alumni/shared/champions/staff-page'
import type { RecipientState } from '@alumni/shared/publications/list-letters'
import type { ResponseStatus } from '@alumni/shared/publications/opportunities'
import { Link } from '@tanstack/react-router'
import type { RsvpStatus } from '@alumni/shared/publications/content'
import { letterStateLabels } from '../../domain/letters/letter-state-labels.ts'
import { Card, Entries } from '../../ui/page/card.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { RelativeTime } from '../../ui/format/times.tsx'
import { formatCount } from '../../ui/format/numbers.ts'

const recipientStateLabels: Record<RecipientState, string> = {
  waiting: 'Not sent yet',
  handed: 'On its way',
  sent: 'Sent',
  refused: 'Not delivered',
  in_doubt: 'Probably sent',
  left_out: 'Not sent',
}

/** Lists letters from staff, and automatic letters from the last 30 days. */
export function LettersCard({ page: { letters, sent_letters } }: { page: SignupPage }) {
  if (letters.length + sent_letters.length === 0) return null
  return (
    <Card title="Letters" count={letters.length}>
      <ul className="rows">
        {letters.map((letter) => (
          <li key={`${letter.body === null} ${letter.id}`}>
            <Letter letter={letter} />
          </li>
        ))}
      </ul>
      {sent_letters.length > 0 && <SentLetters letters={sent_letters} />}
    </Card>
  )
}

function SentLetters({ letters }: { letters: readonly SentToSignup[] }) {
  return (
    <details>
      <summary style={{ cursor: 'pointer' }}>
        {formatCount(letters.length, ['letter', 'letters'])} in the last 30 days
      </summary>
      <ul className="rows">
        {letters.map(({ id, about, state, failure, at }) => (
          <li key={id}>
            <span className="split">
              {about}
              <StateBadge {...letterStateLabels[state]} />
            </span>
            <span className="fact">
              <RelativeTime time={at} />
              {failure && ` · ${failure}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Letter({ letter: { id, subject, body, by, at, state } }: { letter: StaffLetter }) {
  return (
    <>
      <span className="split">
        {body === null ? (
          <Link to="/letters/$id" params={{ id: String(id) }}>
            {subject}
          </Link>
        ) : (
          <strong>{subject}</strong>
        )}
        {state && <span>{recipientStateLabels[state]}</span>}
      </span>
      <span className="fact">
        <RelativeTime time={at} />
        {by && ` · ${by}`}
      </span>
      {body !== null && (
        <details>
          <summary style={{ cursor: 'pointer' }}>Read it</summary>
          <span className="quote">{body}</span>
        </details>
      )}
    </>
  )
}

const responseStatusLabels: Record<ResponseStatus, string> = {
  responded: 'Waiting for an answer',
  accepted: 'Accepted',
  declined: 'Declined',
  waiting: 'On the waiting list',
  withdrawn: 'Withdrawn',
}

export function OpportunitiesCard({ page: { responses } }: { page: SignupPage }) {
  if (responses.length === 0) return null
  return (
    <Card title="Offers to help" count={responses.length}>
      <ul className="rows">
        {responses.map(({ id, opportunity_id, title, status, message, question, answer, asked_at }) => (
          <li key={id}>
            <span className="split">
              <Link to="/champion_signups/opportunities/$id" params={{ id: String(opportunity_id) }}>
                {title}
              </Link>
              <span>{responseStatusLabels[status]}</span>
            </span>
            {message && <span className="quote">{message}</span>}
            {answer && (
              <span className="quote">
                {question && <span className="fact">{question} </span>}
                {answer}
              </span>
            )}
            <span className="fact">
              <RelativeTime time={asked_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const rsvpStatusLabels: Record<RsvpStatus, string> = {
  going: 'Going',
  waiting: 'On the waiting list',
  cancelled: 'Canceled',
  attended: 'Attended',
  absent: 'Did not come',
}

export function EventsCard({ page: { rsvps, communities } }: { page: SignupPage }) {
  if (rsvps.length + communities.length === 0) return null
  return (
    <Card title="Events" count={rsvps.length}>
      <Entries count={rsvps.length} of={formatCount(rsvps.length, ['event', 'events'])}>
        {rsvps.map(({ id, event_id, title, starts_at, time_zone, is_cancelled, status, guests }) => (
          <li key={id}>
            <span className="split">
              <Link to="/champion_signups/events/$id" params={{ id: String(event_id) }}>
                {title}
              </Link>
              <span>{isAttendanceMissing(status, starts_at) ? 'Said yes' : rsvpStatusLabels[status]}</span>
            </span>
            <span className="fact">
              {formatEventDay(starts_at, time_zone)}
              {guests > 0 && ` · with ${formatCount(guests, ['guest', 'guests'])}`}
              {is_cancelled && ' · the event was canceled'}
            </span>
          </li>
        ))}
      </Entries>
      {communities.length > 0 && (
        <p className="fact">In the communities {communities.map(({ name }) => name).join(', ')}.</p>
      )}
    </Card>
  )
}

function isAttendanceMissing(status: RsvpStatus, startsAt: string): boolean {
  return status === 'going' && Date.parse(startsAt) < Date.now()
}

function formatEventDay(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(time))
}
