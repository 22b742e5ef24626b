import { sql, type ExpressionBuilder } from 'kysely'
import { placeHolding } from '@alumni/shared/publications/opportunities'
import { survivorOf } from '../../champions/index.ts'
import { notHere } from '../content/former-slugs.ts'
import type { PublicPages } from '../content/search-engines.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { utc } from '../../foundations/database/utc.ts'
import { isOpenUntil } from '../../foundations/days.ts'

type Row = ExpressionBuilder<Tables & { o: Tables['opportunities'] }, 'o'>

/** Whether one can answer. */
export const isOpen = sql<boolean>`(o.closed_at is null and ${isOpenUntil('o.closes_on')})`

/** How many places are taken: a person has one, however many of their signups were merged, and who was deleted has none. */
const placesTaken = (o: Row) =>
  o
    .selectFrom('opportunity_responses as r')
    .innerJoin('champion_signups as s', 's.id', 'r.signup_id')
    // Only who was merged is looked up: the others stand for themselves.
    .select(
      sql<number>`count(distinct case when s.merged_into_id is not null then ${survivorOf(sql.ref('s.id'))} when s.deleted_at is null then s.id end)`.as(
        'taken',
      ),
    )
    .whereRef('r.opportunity_id', '=', 'o.id')
    .where('r.status', 'in', placeHolding)

/** The opportunities that are there for everybody. */
export function publishedOpportunities(db: Db) {
  return allOpportunities(db).where(sql<boolean>`o.published_at <= now()`)
}

export function allOpportunities(db: Db) {
  return db
    .selectFrom('opportunities as o')
    .select(['o.id', 'o.slug', 'o.title', 'o.kind', 'o.summary', 'o.body', 'o.place', 'o.is_remote', 'o.effort'])
    .select(['o.picture', 'o.photo', 'o.photo_alt', 'o.question', 'o.places', 'o.closes_on', 'o.closed_at'])
    .select((o) => [isOpen.as('is_open'), placesTaken(o).as('taken')])
}
export type OpportunityRow = Awaited<ReturnType<ReturnType<typeof allOpportunities>['executeTakeFirstOrThrow']>>

/** The opportunity that an address names, by slug or by numeric id; no slug is all digits. Throws a 404, or where it is now. */
export async function findOpportunity(db: Db, key: string): Promise<OpportunityRow> {
  const found = await publishedOpportunities(db)
    .where(/^\d{1,15}$/.test(key) ? sql<boolean>`o.id = ${Number(key)}` : sql<boolean>`o.slug = ${key}`)
    .executeTakeFirst()
  if (!found) throw await notHere(db, 'opportunities', key, 'We have no such opportunity. It may have been taken down.')
  return found
}

/** What search engines may find, the newest first. */
export const opportunityPages: PublicPages = async (db) => {
  const rows = await publishedOpportunities(db)
    .clearSelect()
    .select(['o.slug', utc('o.updated_at').as('changed_at')])
    .orderBy('o.id', 'desc')
    .execute()
  return [
    { path: '/opportunities' },
    ...rows.map(({ slug, changed_at }) => ({ path: `/opportunities/${slug}`, changed_at })),
  ]
}

/** Null: as many as want to. */
export function placesLeft({ places, taken }: Pick<OpportunityRow, 'places' | 'taken'>): number | null {
  return places === null ? null : Math.max(0, places - (taken ?? 0))
}
