import type { StatsPage } from '@alumni/shared/engagement-stats'
import type { EntityManager } from '../database/orm.ts'
import { segmentOf, subjectOf, type Filters } from './filters.ts'

type People = StatsPage['this_year']
/** A fiscal year: whole, up to the same day as today (the year before the current one only), and month by month. */
export type YearFigures = { year: number; whole: People; toDay: People; months: number[] }

const months = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map((month) => `month_${month}` as const)

/** Every fiscal year that has a figure under the filters, earliest first. */
export async function byYear(em: EntityManager, filters: Filters): Promise<YearFigures[]> {
  const rows = await em
    .getKysely()
    .selectFrom('statistics_cells')
    .selectAll()
    .where('segment_id', '=', segmentOf(filters))
    .where('subject_id', '=', subjectOf(filters))
    .orderBy('year')
    .execute()
  return rows.map((row) => ({
    year: row.year,
    whole: people(row.engagements, row.engaged, row.engaged_living, row.first_time),
    toDay: people(row.engagements_to_day, row.engaged_to_day, row.engaged_living_to_day, row.first_time_to_day),
    months: months.map((month) => row[month]),
  }))
}

/** Fiscal years in which anybody did anything. */
export async function yearsWithEngagements(em: EntityManager): Promise<number[]> {
  const everything = { year: 0, isCurrent: false, college: undefined, activity: undefined, affinity: undefined }
  const years = await byYear(em, everything)
  return years.filter(({ whole }) => whole.engagements > 0).map(({ year }) => year)
}

function people(engagements: number, engaged: number, engaged_living: number, first_time: number): People {
  return { engagements, engaged, engaged_living, first_time, returning: engaged - first_time }
}
