import { sql } from 'kysely'
import type { StatsPage } from '@alumni/shared/engagement-stats'
import type { EntityManager } from '../database/orm.ts'
import { segmentOf, subjectOf, type Filters } from './filters.ts'

type People = StatsPage['this_year']
/** A fiscal year: whole, up to the same day as today (the year before the current one only), and month by month. */
export type YearFigures = { year: number; whole: People; toDay: People; months: number[] }

type Row = Record<
  | 'year'
  | 'engagements'
  | 'engaged'
  | 'engaged_living'
  | 'first_time'
  | 'engagements_to_day'
  | 'engaged_to_day'
  | 'engaged_living_to_day'
  | 'first_time_to_day',
  number
> & { months: number[] }
const months = sql.join(Array.from({ length: 12 }, (_, n) => sql.ref(`month_${n + 1}`)))

/** Every fiscal year that has a figure under the filters, earliest first. */
export async function byYear(em: EntityManager, filters: Filters): Promise<YearFigures[]> {
  const { rows } = await sql<Row>`
    select year, engagements, engaged, engaged_living, first_time, engagements_to_day, engaged_to_day, engaged_living_to_day, first_time_to_day, array[${months}] as months
    from statistics_cells where segment_id = ${segmentOf(filters)} and subject_id = ${subjectOf(filters)} order by year
  `.execute(em.getKysely())
  return rows.map((row) => ({
    year: row.year,
    whole: people(row.engagements, row.engaged, row.engaged_living, row.first_time),
    toDay: people(row.engagements_to_day, row.engaged_to_day, row.engaged_living_to_day, row.first_time_to_day),
    months: row.months,
  }))
}

/** Fiscal years in which anybody did anything. */
export async function yearsWithEngagements(em: EntityManager): Promise<number[]> {
  const everything = { year: 0, isCurrent: false, college: undefined, activity: undefined, affinity: undefined }
  const { rows } = await sql<{ year: number }>`
    select year from statistics_cells where segment_id = ${segmentOf(everything)} and subject_id = ${subjectOf(everything)} and engagements > 0
  `.execute(em.getKysely())
  return rows.map(({ year }) => year)
}

function people(engagements: number, engaged: number, engaged_living: number, first_time: number): People {
  return { engagements, engaged, engaged_living, first_time, returning: engaged - first_time }
}
