import { sql } from 'kysely'
import type { Card } from '@alumni/shared/publications/cards'
import type { EventsQuery } from '@alumni/shared/publications/content'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { placesLeft, publishedEvents, stateOf, type EventRow } from './find-event.ts'
import { pictureOf } from './pictures.ts'
import { rsvpsOf, type Rsvp } from './rsvps.ts'
import { formatStart } from './say-time.ts'

export const cardsPerPage = 12

type Asked = Pick<EventsQuery, 'time' | 'page'> & { community?: string | undefined }

/** A page of events, upcoming ones by when they begin, past ones the newest first; with what `signup` has answered. */
export async function readEvents(db: Db, { time, community, page }: Asked, signup: number | null) {
  const isPast = time === 'past'
  const query = publishedEvents(db)
    .where(isPast ? sql<boolean>`e.ends_at <= now()` : sql<boolean>`e.ends_at > now()`)
    .$if(Boolean(community), (events) => events.where('c.slug', '=', community!))
  const { rows, ...pages } = await readPage(
    page,
    {
      matching: countRows(query),
      read: ({ limit, offset }) =>
        query
          .orderBy('e.starts_at', isPast ? 'desc' : 'asc')
          .orderBy('e.id')
          .limit(limit)
          .offset(offset)
          .execute(),
    },
    cardsPerPage,
  )
  return { cards: await eventCards(db, rows, signup), ...pages }
}

/** The next events that take place, for pages that lead to them. */
export async function upcomingEvents(
  db: Db,
  limit: number,
  signup: number | null = null,
  community?: number,
): Promise<Card[]> {
  const rows = await publishedEvents(db)
    .where(sql<boolean>`e.ends_at > now()`)
    .where('e.cancelled_at', 'is', null)
    .$if(community !== undefined, (events) => events.where('e.community_id', '=', community!))
    .orderBy('e.starts_at')
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return eventCards(db, rows, signup)
}

async function eventCards(db: Db, rows: EventRow[], signup: number | null): Promise<Card[]> {
  const mine = await rsvpsOf(
    db,
    signup,
    rows.map(({ id }) => id),
  )
  return rows.map((event) => ({
    href: `/events/${event.slug}`,
    title: event.title,
    over: [formatStart(event), event.is_online ? 'Online' : event.venue].filter(Boolean).join(' · '),
    text: event.summary,
    picture: pictureOf(event),
    date: { at: event.starts_at, zone: event.time_zone },
    tag: tagOf(event, mine.get(event.id)),
    note: noteOf(event),
  }))
}

function tagOf(event: EventRow, mine: Rsvp | undefined): Card['tag'] {
  const state = stateOf(event)
  if (state === 'cancelled') return { tone: 'bad', label: 'Canceled' }
  if (mine?.status === 'attended') return { tone: 'good', label: 'You were there' }
  if (mine?.status === 'going' && state !== 'begun') return { tone: 'good', label: 'You are going' }
  if (mine?.status === 'waiting' && state !== 'begun') return { tone: 'waiting', label: 'You are on the waiting list' }
  return state === 'full' ? { tone: 'warning', label: 'Full, with a waiting list' } : null
}

function noteOf(event: EventRow): string | null {
  const left = placesLeft(event)
  if (stateOf(event) !== 'open' || left === null) return null
  return left === 1 ? '1 place left' : `${left} places left`
}
