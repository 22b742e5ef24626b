import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'

/** What the figures were made with: the first day of a fiscal year (`07-01`), the day up to which engagements count, and when. */
export async function readState(
  em: EntityManager,
): Promise<{ fiscal_year_start: string; as_of: string; refreshed_at: string }> {
  return em
    .getKysely()
    .selectFrom('statistics_state')
    .select(['fiscal_year_start', 'as_of', utc('refreshed_at').as('refreshed_at')])
    .executeTakeFirstOrThrow()
}
