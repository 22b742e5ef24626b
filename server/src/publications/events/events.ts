import type { Card } from '@alumni/shared/publications/cards'
import type { EventsQuery, EventView } from '@alumni/shared/publications/content'
import { eventPlace } from '@alumni/shared/publications/locations'
import { formatClock } from '@alumni/shared/clock'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { findAnswers, type Answer } from '../engine/answers.ts'
import { locationColumns } from '../engine/locations.ts'
import type { PublicationListConfig } from '../engine/place-lists.ts'
import { findPublished, toPicture, countPlacesLeft, formatPlacesLeft, readCards } from '../engine/site.ts'
import { isPublished } from '../engine/slugs.ts'
import { eventKind } from './kind.ts'
import { rsvps, takenPlaces } from './rsvps.ts'

/** Selects published events as `t`. `taken` is the number of places taken, including guests and absentees. */
export function selectPublishedEvents(db: Db) {
  return db
    .selectFrom('events as t')
    .leftJoin('communities as c', (join) =>
      join.onRef('c.id', '=', 't.community_id').on(sql<boolean>`c.published_at <= now()`),
    )
    .select(['t.id', 't.slug', 't.title', 't.summary', 't.body', 't.picture', 't.photo', 't.photo_alt', 't.time_zone'])
    .select(['t.venue', 't.address', ...locationColumns])
    .select(['t.is_online', 't.places', 't.max_guests', 't.revision', 't.cancelled_at', 't.calendar_token'])
    .select(['c.slug as community_slug', 'c.name as community_name'])
    .select([utc('t.starts_at').as('starts_at'), utc('t.ends_at').as('ends_at'), utc('t.updated_at').as('updated_at')])
    .select([sql<boolean>`t.starts_at <= now()`.as('has_begun'), takenPlaces.as('taken')])
    .where(isPublished)
}

export type EventRow = Awaited<ReturnType<ReturnType<typeof selectPublishedEvents>['executeTakeFirstOrThrow']>>

/** Returns a published event by slug or id. Throws a 404, or an error that redirects from a former slug. */
export function findEvent(db: Db, key: string): Promise<EventRow> {
  return findPublished(db, eventKind, selectPublishedEvents(db), key)
}

/** Returns the state that visitors see. A canceled event stays `cancelled` after its start. */
export function findEventState(event: EventRow): EventView['state'] {
  if (event.cancelled_at !== null) return 'cancelled'
  if (event.has_begun) return 'begun'
  return countPlacesLeft(event) === 0 ? 'full' : 'open'
}

export const isUpcoming = sql<boolean>`(t.ends_at > now() and t.cancelled_at is null)`

const isThisMonth = (zone: string) =>
  sql<boolean>`(t.starts_at < (date_trunc('month', now() at time zone ${zone}) + interval '1 month') at time zone ${zone})`

function selectEvents(db: Db, { time, community }: EventsQuery, zone: string) {
  return selectPublishedEvents(db)
    .where(time === 'past' ? sql<boolean>`t.ends_at <= now()` : isUpcoming)
    .$if(time === 'month', (events) => events.where(isThisMonth(zone)))
    .$if(community !== '', (events) => events.where('c.slug', '=', community))
}

const timeLabels = { upcoming: 'upcoming', month: 'upcoming', past: 'past' }

/** Configures `findByPlace`. `zone` decides which events are this month. */
export const buildEventList = (db: Db, zone: string, path: string): PublicationListConfig<EventsQuery> => ({
  path,
  sites: (filters) =>
    selectEvents(db, filters, zone)
      .clearSelect()
      .select(['t.id', 't.is_online', 't.address as place_text', ...locationColumns])
      .execute(),
  describeCount: (count, { time }) => `${count || 'No'} ${timeLabels[time]} ${count === 1 ? 'event' : 'events'}`,
  describeTime: ({ time }) => (time === 'month' ? 'this month' : ''),
  wider: [{ time: 'upcoming' }, ...(path === '/events' ? [{ time: 'upcoming', community: '' } as const] : [])],
})

/** Returns a page of event cards: upcoming soonest first, past latest first. Lists only `ids`, unless that is null. */
export async function readEvents(
  db: Db,
  filters: EventsQuery,
  { ids, zone }: { ids: number[] | null; zone: string },
  signup: number | null,
) {
  const ordered = selectEvents(db, filters, zone)
    .$if(ids !== null, (events) => events.where(sql<boolean>`t.id = any(${ids}::bigint[])`))
    .orderBy('t.starts_at', filters.time === 'past' ? 'desc' : 'asc')
    .orderBy('t.id')
  return readCards(filters.page, ordered, (rows) => eventCards(db, rows, signup))
}

/** Returns cards of the next events. With `going`, lists only those that one of these signups goes to or waits for. */
export async function listUpcomingEvents(
  db: Db,
  limit: number,
  signup: number | null = null,
  { community, going }: { community?: number; going?: readonly number[] } = {},
): Promise<Card[]> {
  const rows = await selectPublishedEvents(db)
    .where(isUpcoming)
    .$if(community !== undefined, (events) => events.where('t.community_id', '=', community!))
    .$if(going !== undefined, (events) =>
      events.where(
        sql<boolean>`exists (select from event_rsvps r
          where r.event_id = t.id and r.signup_id = any(${going}::bigint[]) and r.status in ('going', 'waiting'))`,
      ),
    )
    .orderBy('t.starts_at')
    .orderBy('t.id')
    .limit(limit)
    .execute()
  return eventCards(db, rows, signup)
}

async function eventCards(db: Db, rows: EventRow[], signup: number | null): Promise<Card[]> {
  const ids = rows.map(({ id }) => id)
  const answers = await findAnswers(db, rsvps, signup, ids)
  return rows.map((event) => ({
    href: `/events/${event.slug}`,
    title: event.title,
    over: [formatClock(event.starts_at, undefined, event.time_zone), eventPlace({ ...event, address: null })]
      .filter(Boolean)
      .join('\u00a0· '),
    text: event.summary,
    picture: toPicture(event),
    date: { at: event.starts_at, zone: event.time_zone },
    tag: tagOf(event, answers.get(event.id)),
    note: noteOf(event),
  }))
}

function tagOf(event: EventRow, answer: Answer<'event_rsvps'> | undefined): Card['tag'] {
  const state = findEventState(event)
  if (state === 'cancelled') return { tone: 'bad', label: 'Canceled' }
  if (answer?.status === 'attended') return { tone: 'good', label: 'You were there' }
  if (answer?.status === 'going' && state !== 'begun') return { tone: 'good', label: 'You are going' }
  if (answer?.status === 'waiting' && state !== 'begun')
    return { tone: 'waiting', label: 'You are on the waiting list' }
  return state === 'full' ? { tone: 'warning', label: 'Full, with a waiting list' } : null
}

function noteOf(event: EventRow): string | null {
  const free = countPlacesLeft(event)
  return findEventState(event) !== 'open' || free === null ? null : formatPlacesLeft(free)
}
