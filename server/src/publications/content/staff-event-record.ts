import { sql } from 'kysely'
import type { PictureKind } from '@alumni/shared/publications/cards'
import {
  canMoveEvent,
  eventMoves,
  type EventMove,
  type EventRecord,
  type EventState,
  type RsvpCounts,
} from '@alumni/shared/publications/staff-events'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'

/** In a query of `events as e`. */
export const eventState = sql<EventState>`case when e.published_at is null then 'draft' when e.published_at > now() then 'scheduled' when e.cancelled_at is not null then 'cancelled' when e.ends_at <= now() then 'past' else 'upcoming' end`

const clockAt = (column: 'starts_at' | 'ends_at') =>
  sql<string>`to_char(${sql.ref(`e.${column}`)} at time zone e.time_zone, 'YYYY-MM-DD"T"HH24:MI')`

/** An event as staff edit it. Throws a 404. */
export async function findEventRecord(db: Db, config: Config, id: number): Promise<EventRecord> {
  const found = await db
    .selectFrom('events as e')
    .leftJoin('communities as c', 'c.id', 'e.community_id')
    .leftJoin('staff_users as u', 'u.id', 'e.updated_by_id')
    .select([
      'e.id',
      'e.slug',
      'e.community_id',
      'c.name as community',
      'e.title',
      'e.summary',
      'e.body',
      'e.time_zone',
      'e.photo',
      'e.photo_alt',
    ])
    .select(['e.venue', 'e.address', 'e.is_online', 'e.places', 'e.max_guests', 'e.version', 'u.name as updated_by'])
    .select([
      clockAt('starts_at').as('starts'),
      clockAt('ends_at').as('ends'),
      sql<PictureKind>`e.picture`.as('picture'),
    ])
    .select([utc('e.starts_at').as('starts_at'), utc('e.ends_at').as('ends_at'), utc('e.updated_at').as('updated_at')])
    .select([utc('e.published_at').as('published_at'), utc('e.cancelled_at').as('cancelled_at')])
    .select([
      eventState.as('state'),
      sql<boolean>`e.cancelled_at is null and (e.starts_at at time zone e.time_zone)::date <= (now() at time zone e.time_zone)::date`.as(
        'can_mark',
      ),
    ])
    .where('e.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new HttpError(404, 'There is no such event. It may have been deleted.')
  const { counts, taken } = (await rsvpCounts(db, [id])).get(id) ?? noRsvps
  return {
    ...found,
    counts,
    taken,
    can_mark: found.can_mark && isOnSite(found.state),
    site_url: `${config.CHAMPIONS_URL}/events/${found.slug}`,
    clock_zone: config.INSTITUTION_TIME_ZONE,
    moves: (Object.keys(eventMoves) as EventMove[]).filter(
      (move) => canMoveEvent(found.state, move) && (move !== 'unpublish' || isUnanswered(counts)),
    ),
  }
}

/** `taken` are places, those of guests included. */
type Answers = { counts: RsvpCounts; taken: number }
export const noRsvps: Answers = { counts: { going: 0, waiting: 0, cancelled: 0, attended: 0, absent: 0 }, taken: 0 }

export const isOnSite = (state: EventState) => state !== 'draft' && state !== 'scheduled'

export const isUnanswered = (counts: RsvpCounts) => Object.values(counts).every((count) => count === 0)

/** How many answers in each state events have; those without any are left out. */
export async function rsvpCounts(db: Db, events: readonly number[]): Promise<Map<number, Answers>> {
  const found = new Map<number, Answers>()
  if (events.length === 0) return found
  const rows = await db
    .selectFrom('event_rsvps')
    .select(['event_id', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .select(sql<number>`sum(1 + guests)::int`.as('people'))
    .where('event_id', 'in', events)
    .groupBy(['event_id', 'status'])
    .execute()
  for (const { event_id, status, count, people } of rows) {
    const { counts, taken } = found.get(event_id) ?? noRsvps
    const holdsPlaces = status === 'going' || status === 'attended' || status === 'absent'
    found.set(event_id, { counts: { ...counts, [status]: count }, taken: taken + (holdsPlaces ? people : 0) })
  }
  return found
}
