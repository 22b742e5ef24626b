import { eventPlace } from '@alumni/shared/publications/locations'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

type Signups = readonly number[]

export async function listUpcomingRsvps(db: Db, signups: Signups) {
  const rows = await db
    .selectFrom('event_rsvps as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select(['e.slug', 'e.title', 'e.time_zone', 'r.status', 'r.guests', utc('e.starts_at').as('starts_at')])
    .select(['e.venue', 'e.is_online', 'e.city', 'e.region', 'e.country'])
    .select(sql<boolean>`e.cancelled_at is not null`.as('is_cancelled'))
    .where('r.signup_id', 'in', signups)
    .where('r.status', 'in', ['going', 'waiting'])
    .where('e.ends_at', '>', sql<string>`now()`)
    .where('e.published_at', 'is not', null)
    .orderBy(sql`e.cancelled_at is not null`)
    .orderBy('e.starts_at')
    .execute()
  return uniqueBySlug(rows).map(({ venue, is_online, city, region, country, ...row }) => ({
    ...row,
    where: eventPlace({ is_online, venue, address: null, city, region, country }),
  }))
}

/** Lists responses to published opportunities that were not withdrawn, newest first. One per opportunity. */
export async function listOpenResponses(db: Db, signups: Signups) {
  const rows = await db
    .selectFrom('opportunity_responses as r')
    .innerJoin('opportunities as o', 'o.id', 'r.opportunity_id')
    .select(['o.slug', 'o.title', 'r.status', utc('r.asked_at').as('asked_at')])
    .where('r.signup_id', 'in', signups)
    .where('r.status', '!=', 'withdrawn')
    .where('o.published_at', 'is not', null)
    .orderBy('r.asked_at', 'desc')
    .execute()
  return uniqueBySlug(rows)
}

export async function listJoinedCommunities(db: Db, signups: Signups) {
  const rows = await db
    .selectFrom('community_members as m')
    .innerJoin('communities as c', 'c.id', 'm.community_id')
    .select(['c.slug', 'c.name as title'])
    .where('m.signup_id', 'in', signups)
    .where('c.published_at', 'is not', null)
    .orderBy('c.name')
    .execute()
  return uniqueBySlug(rows)
}

/** Keeps the first row with each slug, because several merged signups may have answered for the same event. */
function uniqueBySlug<Row extends { slug: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.toReversed().map((row) => [row.slug, row])).values()].toReversed()
}
