import { sql } from 'kysely'
import {
  canMoveOpportunity,
  opportunityMoves,
  type OpportunityMove,
  type OpportunityRecord,
  type OpportunityState,
  type ResponseCounts,
} from '@alumni/shared/publications/staff-opportunities'
import type { PictureKind } from '@alumni/shared/publications/cards'
import type { Config } from '../../foundations/process/config.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { hrefOf } from './cards.ts'
import { isOpen } from './find-opportunity.ts'

/** In a query of `opportunities as o`. */
export const stateOf = sql<OpportunityState>`case when o.published_at is null then 'draft' when o.published_at > now() then 'scheduled' when ${isOpen} then 'open' else 'closed' end`

/** An opportunity as staff edit it. Throws a 404. */
export async function findRecord(db: Db, config: Config, id: number): Promise<OpportunityRecord> {
  const found = await db
    .selectFrom('opportunities as o')
    .leftJoin('staff_users as u', 'u.id', 'o.updated_by_id')
    .select(['o.id', 'o.slug', 'o.title', 'o.kind', 'o.summary', 'o.body', 'o.place', 'o.is_remote', 'o.effort'])
    .select([
      'o.photo',
      'o.photo_alt',
      'o.question',
      'o.places',
      'o.closes_on',
      'o.version',
      'u.name as updated_by',
      stateOf.as('state'),
    ])
    .select([sql<PictureKind>`o.picture`.as('picture'), utc('o.updated_at').as('updated_at')])
    .select([utc('o.published_at').as('published_at'), utc('o.closed_at').as('closed_at')])
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!found) throw new HttpError(404, 'There is no such opportunity. It may have been deleted.')
  const counts = (await responseCounts(db, [id])).get(id) ?? noResponses
  return {
    ...found,
    counts,
    site_url: `${config.CHAMPIONS_URL}${hrefOf(found)}`,
    clock_zone: config.INSTITUTION_TIME_ZONE,
    moves: (Object.keys(opportunityMoves) as OpportunityMove[]).filter(
      (move) => canMoveOpportunity(found.state, move) && (move !== 'unpublish' || isUnanswered(counts)),
    ),
  }
}

export const noResponses: ResponseCounts = { responded: 0, accepted: 0, waiting: 0, declined: 0, withdrawn: 0 }

export const isUnanswered = (counts: ResponseCounts) => Object.values(counts).every((count) => count === 0)

/** How many answers in each state opportunities have; those without any are left out. */
export async function responseCounts(db: Db, opportunities: readonly number[]): Promise<Map<number, ResponseCounts>> {
  const found = new Map<number, ResponseCounts>()
  if (opportunities.length === 0) return found
  const rows = await db
    .selectFrom('opportunity_responses')
    .select(['opportunity_id', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('opportunity_id', 'in', opportunities)
    .groupBy(['opportunity_id', 'status'])
    .execute()
  for (const { opportunity_id, status, count } of rows)
    found.set(opportunity_id, { ...(found.get(opportunity_id) ?? noResponses), [status]: count })
  return found
}
