import { sql } from 'kysely'
import { occupyingStatuses } from '@alumni/shared/publications/opportunities'
import type { Db } from '../../foundations/database/db.ts'
import { survivorId } from '../../champions/index.ts'
import { locationColumns } from '../engine/locations.ts'
import { isPublished } from '../engine/slugs.ts'
import { isOpenUntil } from '../../foundations/days.ts'

export const isOpen = sql<boolean>`(t.closed_at is null and ${isOpenUntil('t.closes_on')})`

/** Counts each person once, and leaves out deleted signups. */
const placesTaken = sql<number>`(select count(distinct ${survivorId})::int from opportunity_responses r
  join champion_signups s on s.id = r.signup_id
  where r.opportunity_id = t.id and r.status in (${sql.join(occupyingStatuses)}))`

export function selectPublishedOpportunities(db: Db) {
  return selectOpportunities(db).where(isPublished)
}

/** Selects opportunities as `t`, including drafts. `taken` is the number of places taken. */
export function selectOpportunities(db: Db) {
  return db
    .selectFrom('opportunities as t')
    .select(['t.id', 't.slug', 't.title', 't.kind', 't.summary', 't.body', 't.place', 't.is_remote', 't.effort'])
    .select(locationColumns)
    .select(['t.picture', 't.photo', 't.photo_alt', 't.question', 't.places', 't.closes_on', 't.closed_at'])
    .select([isOpen.as('is_open'), placesTaken.as('taken')])
}
export type OpportunityRow = Awaited<ReturnType<ReturnType<typeof selectOpportunities>['executeTakeFirstOrThrow']>>
