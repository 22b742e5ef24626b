import { IsolationLevel } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '../../foundations/process/config.ts'
import { transact, type Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utcDay } from '../../foundations/days.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'refresh-statistics': Record<string, never>
  }
}

export type StatisticsContext = { db: Db; config: Pick<Config, 'FISCAL_YEAR_START'> }

/** How many people one transaction counts anew: what it takes away and adds is visible at once. */
const peopleAtOnce = 10_000

/**
 * Brings the figures up to what is committed now, on the day `today` (that of the database unless told). Several
 * workers take turns. Stops between two transactions when asked; what is left is folded the next time.
 */
export async function refreshStatistics(
  { db, config }: StatisticsContext,
  isStopping?: AbortSignal,
  today?: string,
): Promise<void> {
  let isDone = false
  while (!isDone && !isStopping?.aborted) {
    isDone = await transact(
      db,
      async (db) => {
        // Before the first query, so that this transaction sees what the one before it has left.
        await sql`lock table statistics_state in exclusive mode`.execute(db)
        const query = sql`
          select refresh_engagement_statistics(${config.FISCAL_YEAR_START}, ${peopleAtOnce}::integer, coalesce(${today ?? null}::date, ${utcDay})) as done
        `
        const [refreshed] = await selectRaw(db, z.object({ done: z.boolean() }), query)
        return refreshed!.done
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ },
    )
  }
}
