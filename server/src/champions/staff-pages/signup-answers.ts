import { sql } from 'kysely'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

/** What a champion has answered; `signups` are theirs, with those that were merged into it. */
type Signups = readonly number[]

/** Events, the latest first. */
export function rsvpsOf(db: Db, signups: Signups): Promise<SignupPage['rsvps']> {
  return db
    .selectFrom('event_rsvps as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .select([
      'r.id',
      'r.event_id',
      'r.status',
      'r.guests',
      'e.title',
      'e.time_zone',
      utc('e.starts_at').as('starts_at'),
    ])
    .select(sql<boolean>`e.cancelled_at is not null`.as('is_cancelled'))
    .where('r.signup_id', 'in', signups)
    .orderBy('e.starts_at', 'desc')
    .orderBy('r.id')
    .limit(200)
    .execute()
}

/** Opportunities, the newest answer first. */
export function responsesOf(db: Db, signups: Signups): Promise<SignupPage['responses']> {
  return db
    .selectFrom('opportunity_responses as r')
    .innerJoin('opportunities as o', 'o.id', 'r.opportunity_id')
    .select(['r.id', 'r.opportunity_id', 'r.status', 'r.message', 'r.answer', 'o.title', 'o.question'])
    .select(utc('r.asked_at').as('asked_at'))
    .where('r.signup_id', 'in', signups)
    .orderBy('r.asked_at', 'desc')
    .orderBy('r.id')
    .limit(200)
    .execute()
}

export function communitiesOf(db: Db, signups: Signups): Promise<SignupPage['communities']> {
  return db
    .selectFrom('community_members as m')
    .innerJoin('communities as c', 'c.id', 'm.community_id')
    .select(['c.name', utc('m.joined_at').as('joined_at')])
    .where('m.signup_id', 'in', signups)
    .orderBy('c.name')
    .execute()
}
