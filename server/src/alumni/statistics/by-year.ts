import type { StatsPage } from '@alumni/shared/alumni/statistics'
import type { Db } from '../../foundations/database/db.ts'
import { segmentOf, subjectOf, type Filters } from './filters.ts'

type People = StatsPage['this_year']
/** A fiscal year: whole, up to the same day as today, and month by month. `lapsed` were not engaged in the next. */
export type YearFigures = {
  year: number
  whole: People
  toDay: People
  lapsed: number
  months: number[]
  peopleByMonth: number[]
}

const monthNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** The figures of any fiscal year under the filters, and the years that have some, earliest first. */
export async function byYear(db: Db, filters: Filters) {
  const rows = await db
    .selectFrom('statistics_cells')
    .selectAll()
    .where('segment_id', '=', segmentOf(filters))
    .where('subject_id', '=', subjectOf(filters))
    .orderBy('year')
    .execute()
  const alumniOf = await alumniByYear(db, filters)
  const figures = rows.map((row): YearFigures => {
    const alumni = alumniOf(row.year)
    return {
      year: row.year,
      whole: people(row.engagements, row.engaged, row.engaged_alumni, alumni, row.first_time),
      toDay: people(
        row.engagements_to_day,
        row.engaged_to_day,
        row.engaged_alumni_to_day,
        alumni,
        row.first_time_to_day,
      ),
      lapsed: row.lapsed,
      months: monthNumbers.map((month) => row[`month_${month}`]),
      peopleByMonth: monthNumbers.map((month) => row[`people_${month}`]),
    }
  })
  const of = (year: number) => figures.find((row) => row.year === year) ?? nothing(year, alumniOf(year))
  return { figures: figures.filter(({ whole }) => whole.engagements > 0), of }
}

/** Fiscal years in which anyone did anything. */
export async function yearsWithEngagements(db: Db): Promise<number[]> {
  const everything = { year: 0, isCurrent: false, college: undefined, activity: undefined, affinity: undefined }
  const { figures } = await byYear(db, everything)
  return figures.map(({ year }) => year)
}

/** How many were alumni by the end of a year: those of all years up to it. */
async function alumniByYear(db: Db, filters: Filters): Promise<(year: number) => number> {
  const rows = await db
    .selectFrom('statistics_alumni')
    .select(['year', 'alumni'])
    .where('segment_id', '=', segmentOf(filters))
    .execute()
  return (year) => rows.reduce((sum, row) => (row.year <= year ? sum + row.alumni : sum), 0)
}

function people(
  engagements: number,
  engaged: number,
  engaged_alumni: number,
  alumni: number,
  first_time: number,
): People {
  return { engagements, engaged, engaged_alumni, alumni, first_time, returning: engaged - first_time }
}

function nothing(year: number, alumni: number): YearFigures {
  const none = people(0, 0, 0, alumni, 0)
  const months = new Array<number>(12).fill(0)
  return { year, whole: none, toDay: none, lapsed: 0, months, peopleByMonth: months }
}
