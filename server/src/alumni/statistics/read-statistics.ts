import { type StatsPage, type StatsQuery, statsPage, statsTopEvents } from '@alumni/shared/alumni/statistics'
import { fiscalYear, fiscalYearOf, monthsOfFiscalYear } from '@alumni/shared/fiscal-year'
import { IsolationLevel } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { utc } from '../../foundations/database/utc.ts'
import { byActivity, byAffinity, byCollege } from './by-code.ts'
import { byYear, yearsWithEngagements } from './by-year.ts'
import { isCode, segmentOf, type Filters } from './filters.ts'

/** All charts of a fiscal year, as they were at one moment. A code that no one has counts nothing. */
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

/**
 * What the figures were made with: the first day of a fiscal year (`07-01`), the day up to which engagements count, and
 * when.
 */
async function readState(db: Db): Promise<{ fiscal_year_start: string; as_of: string; refreshed_at: string }> {
  return db
    .selectFrom('statistics_state')
    .select(['fiscal_year_start', 'as_of', utc('refreshed_at').as('refreshed_at')])
    .executeTakeFirstOrThrow()
}

/**
 * The events of the year that most of the filters' people came to. Their dates are those of the event, whoever came.
 */
async function topEvents(
  db: Db,
  filters: Filters,
  { first, last }: { first: string; last: string },
): Promise<StatsPage['top_events']> {
  const query = sql`
    select top.activity_code, coalesce(v.name, top.activity_code) as activity_name, top.description, top.engagements, top.engaged, d.first_date, d.last_date
    from (
      select e.subject_id, u.activity_code, u.description, e.engagements, e.engaged
      from statistics_events e join statistics_subjects u on u.id = e.subject_id
      where e.segment_id = ${segmentOf(filters)} and e.year = ${filters.year} and e.engaged > 0 and ${filters.activity ? isCode('u.activity_code', filters.activity) : sql`true`}
      order by e.engaged desc, e.engagements desc, u.description, u.activity_code limit ${statsTopEvents}
    ) top
      left join activity_codes v on v.code = top.activity_code
      cross join lateral (
        select min(day)::text as first_date, max(day)::text as last_date from statistics_event_days
        where subject_id = top.subject_id and day between ${first}::date and ${last}::date and engagements > 0
      ) d
    order by top.engaged desc, top.engagements desc, top.description, top.activity_code
  `
  return selectRaw(db, statsPage.shape.top_events.element, query)
}
