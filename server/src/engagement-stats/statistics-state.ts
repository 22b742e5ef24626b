import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'

/** What the figures were made with: the first day of a fiscal year (`07-01`), the day up to which engagements count, and when. */
type StatisticsState = { fiscal_year_start: string; as_of: string; refreshed_at: string }

export async function readState(em: EntityManager): Promise<StatisticsState> {
  const { rows } =
    await sql<StatisticsState>`select fiscal_year_start, as_of::text, ${utc('refreshed_at')} as refreshed_at from statistics_state`.execute(
      em.getKysely(),
    )
  return rows[0]!
}
