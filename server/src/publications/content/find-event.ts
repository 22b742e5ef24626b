import { sql } from 'kysely'
import type { EventView } from '@alumni/shared/publications/content'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { notHere } from './former-slugs.ts'
import { isNamed, isPublished } from './slug-or-id.ts'

/** Published events as they stand now. `taken` counts guests too; those who were absent had a place. */
export function publishedEvents(db: Db) {
  return db
    .selectFrom('events as e')
    .leftJoin('communities as c', (join) =>
      join.onRef('c.id', '=', 'e.community_id').on(({ ref }) => isPublished(ref('c.published_at'))),
    )
    .select([
      'e.id',
      'e.slug',
      'e.title',
      'e.summary',
      'e.body',
      'e.picture',
      'e.photo',
      'e.photo_alt',
      'e.time_zone',
      'e.venue',
      'e.address',
    ])
    .select(['e.is_online', 'e.places', 'e.max_guests', 'e.revision', 'e.cancelled_at'])
    .select(['c.slug as community_slug', 'c.name as community_name'])
    .select([
      utc('e.starts_at').as('starts_at'),
      utc('e.ends_at').as('ends_at'),
      utc('e.updated_at').as('updated_at'),
      sql<boolean>`e.starts_at <= now()`.as('has_begun'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('event_rsvps as r')
        .select(sql<number>`coalesce(sum(1 + r.guests), 0)::int`.as('people'))
        .whereRef('r.event_id', '=', 'e.id')
        .where('r.status', 'in', ['going', 'attended', 'absent'])
        .as('taken'),
    )
    .$narrowType<{ taken: number }>()
    .where(({ ref }) => isPublished(ref('e.published_at')))
}

export type EventRow = Awaited<ReturnType<ReturnType<typeof publishedEvents>['executeTakeFirstOrThrow']>>

/** The event of an address, by slug or id. Throws a 404 where there is none, or none yet, or where it is now. */
export async function findEvent(db: Db, key: string): Promise<EventRow> {
  const event = await publishedEvents(db)
    .where(({ ref }) => isNamed({ id: ref('e.id'), slug: ref('e.slug') }, key))
    .executeTakeFirst()
  if (!event) throw await notHere(db, 'events', key)
  return event
}

/** Null: there is no limit. */
export function placesLeft({ places, taken }: Pick<EventRow, 'places' | 'taken'>): number | null {
  return places === null ? null : Math.max(0, places - taken)
}

/** Cancelled goes before begun: who looks an event up a week later still learns that it did not take place. */
export function stateOf(event: EventRow): EventView['state'] {
  if (event.cancelled_at !== null) return 'cancelled'
  if (event.has_begun) return 'begun'
  return placesLeft(event) === 0 ? 'full' : 'open'
}
