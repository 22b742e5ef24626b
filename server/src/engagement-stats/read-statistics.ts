import { IsolationLevel } from '@mikro-orm/postgresql'
import type { StatsPage, StatsQuery } from '@alumni/shared/engagement-stats'
import { fiscalYear, fiscalYearOf, monthsOfFiscalYear } from '@alumni/shared/fiscal-year'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'
import { byActivity, byAffinity, byCollege } from './by-code.ts'
import { byYear, yearsWithEngagements, type YearFigures } from './by-year.ts'
import { isCode, type Filters } from './filters.ts'
import { topEvents } from './top-events.ts'

/** All charts of a fiscal year, as they were at one moment. A code that nobody has counts nothing. */
export async function readStatistics(em: EntityManager, query: StatsQuery): Promise<StatsPage> {
  return em.transactional((em) => readAll(em, query), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  })
}

async function readAll(
  em: EntityManager,
  { year: asked, college, activity, affinity }: StatsQuery,
): Promise<StatsPage> {
  const { fiscal_year_start: start, as_of: today, refreshed_at } = await readState(em)
  const current = fiscalYearOf(today, start)
  const year = asked ?? current
  const { from: first, last } = fiscalYear(year, start)
  const filters = { year, isCurrent: year === current, college, activity, affinity }
  const years = await byYear(em, filters)
  const [now, before] = [
    years.find((row) => row.year === year) ?? nothing(year),
    years.find((row) => row.year === year - 1) ?? nothing(year - 1),
  ]
  return {
    year,
    years: [...new Set([current, ...(await yearsWithEngagements(em))])].toSorted((a, b) => b - a),
    first_day: first,
    last_day: last,
    as_of: filters.isCurrent ? today : last,
    refreshed_at,
    alumni: await countAlumni(em, filters),
    this_year: now.whole,
    last_year: filters.isCurrent ? before.toDay : before.whole,
    by_year: years.filter(({ whole }) => whole.engagements > 0).map((row) => ({ year: row.year, ...row.whole })),
    by_month: monthsOfFiscalYear(year, start).map((month, n) => ({
      month,
      this_year: now.months[n]!,
      last_year: before.months[n]!,
    })),
    by_activity: await byActivity(em, filters),
    by_college: await byCollege(em, filters),
    by_affinity: await byAffinity(em, filters),
    top_events: await topEvents(em, filters, { first, last }),
  }
}

/** What the figures were made with: the first day of a fiscal year (`07-01`), the day up to which engagements count, and when. */
async function readState(
  em: EntityManager,
): Promise<{ fiscal_year_start: string; as_of: string; refreshed_at: string }> {
  return em
    .getKysely()
    .selectFrom('statistics_state')
    .select(['fiscal_year_start', 'as_of', utc('refreshed_at').as('refreshed_at')])
    .executeTakeFirstOrThrow()
}

/** Living people on file with the college and the affinity. */
async function countAlumni(em: EntityManager, { college, affinity }: Filters): Promise<number> {
  const segment = await em
    .getKysely()
    .selectFrom('statistics_segments')
    .select('alumni')
    .where(isCode('college_code', college))
    .where(isCode('affinity_code', affinity))
    .executeTakeFirst()
  return segment?.alumni ?? 0
}

function nothing(year: number): YearFigures {
  const nobody = { engagements: 0, engaged: 0, engaged_living: 0, first_time: 0, returning: 0 }
  return { year, whole: nobody, toDay: nobody, months: new Array<number>(12).fill(0) }
}
