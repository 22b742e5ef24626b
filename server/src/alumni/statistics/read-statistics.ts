import { IsolationLevel } from '@mikro-orm/postgresql'
import type { StatsPage, StatsQuery } from '@alumni/shared/alumni/statistics'
import { fiscalYear, fiscalYearOf, monthsOfFiscalYear } from '@alumni/shared/fiscal-year'
import { transact, type Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { byActivity, byAffinity, byCollege } from './by-code.ts'
import { byYear, yearsWithEngagements } from './by-year.ts'
import { topEvents } from './top-events.ts'

/** All charts of a fiscal year, as they were at one moment. A code that nobody has counts nothing. */
export async function readStatistics(db: Db, query: StatsQuery): Promise<StatsPage> {
  return transact(db, (db) => readAll(db, query), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  })
}

async function readAll(db: Db, { year: asked, college, activity, affinity }: StatsQuery): Promise<StatsPage> {
  const { fiscal_year_start: start, as_of: today, refreshed_at } = await readState(db)
  const current = fiscalYearOf(today, start)
  const year = asked ?? current
  const { from: first, last } = fiscalYear(year, start)
  const filters = { year, isCurrent: year === current, college, activity, affinity }
  const years = await byYear(db, filters)
  const [now, before] = [years.of(year), years.of(year - 1)]
  return {
    year,
    years: [...new Set([current, ...(await yearsWithEngagements(db))])].toSorted((a, b) => b - a),
    fiscal_year_start: start,
    first_day: first,
    last_day: last,
    as_of: filters.isCurrent ? today : last,
    today,
    refreshed_at,
    this_year: now.whole,
    last_year: filters.isCurrent ? before.toDay : before.whole,
    lapsed: before.lapsed,
    by_year: years.figures.map((row) => ({
      year: row.year,
      ...row.whole,
      lapsed: years.of(row.year - 1).lapsed,
      engagements_to_day: row.toDay.engagements,
      engaged_to_day: row.toDay.engaged,
      first_time_to_day: row.toDay.first_time,
    })),
    by_month: monthsOfFiscalYear(year, start).map((month, n) => ({
      month,
      this_year: now.months[n]!,
      this_year_engaged: now.peopleByMonth[n]!,
      last_year: before.months[n]!,
      last_year_engaged: before.peopleByMonth[n]!,
    })),
    by_activity: await byActivity(db, filters),
    by_college: await byCollege(db, filters),
    by_affinity: await byAffinity(db, filters),
    top_events: await topEvents(db, filters, { first, last }),
  }
}

/** What the figures were made with: the first day of a fiscal year (`07-01`), the day up to which engagements count, and when. */
async function readState(db: Db): Promise<{ fiscal_year_start: string; as_of: string; refreshed_at: string }> {
  return db
    .selectFrom('statistics_state')
    .select(['fiscal_year_start', 'as_of', utc('refreshed_at').as('refreshed_at')])
    .executeTakeFirstOrThrow()
}
