import { sql, type RawBuilder } from 'kysely'
import { statsPage, type StatsPage } from '@alumni/shared/alumni/statistics'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { isCode, segmentOf, subjectOf, type Filters } from './filters.ts'

/** Activities of either year, most engagements first; the filter's alone where there is one. */
export async function byActivity(db: Db, filters: Filters): Promise<StatsPage['by_activity']> {
  const query = sql`
    select u.activity_code as code, coalesce(v.name, u.activity_code) as name, ${figures(filters)}
    from statistics_subjects u
      join statistics_cells c on c.subject_id = u.id and c.segment_id = ${segmentOf(filters)} and c.year in (${filters.year}, ${filters.year - 1})
      left join activity_codes v on v.code = u.activity_code
    where ${filters.activity ? isCode('u.activity_code', filters.activity) : sql`u.activity_code is not null`} and u.description is null
    group by 1, 2 having ${isAnything(filters)} order by engagements desc, last_year desc, 2, 1
  `
  return selectRaw(db, statsPage.shape.by_activity.element, query)
}

/** Colleges with people on file or engagements, most engagements first; the filter's alone where there is one. */
export async function byCollege(db: Db, filters: Filters): Promise<StatsPage['by_college']> {
  const query = sql`
    select s.college_code as code, coalesce(v.name, s.college_code) as name, ${alumniOf(filters)} as alumni, ${figures(filters)}, ${ofThisYear(filters, 'engaged_alumni')} as engaged_alumni
    from statistics_segments s ${cellsOf(filters)} left join colleges v on v.code = s.college_code
    where ${filters.college ? isCode('s.college_code', filters.college) : sql`s.college_code is not null`} and ${isCode('s.affinity_code', filters.affinity)}
    group by s.id, 1, 2 having s.alumni > 0 or ${isAnything(filters)} order by engagements desc, last_year desc, 2, 1
  `
  return selectRaw(db, statsPage.shape.by_college.element, query)
}

/** Affinities with people on file or engagements, most engagements first; the filter's alone where there is one. */
export async function byAffinity(db: Db, filters: Filters): Promise<StatsPage['by_affinity']> {
  const query = sql`
    select s.affinity_code as code, v.name, v.category, ${alumniOf(filters)} as alumni, ${figures(filters)}, ${ofThisYear(filters, 'engaged_alumni')} as engaged_alumni
    from statistics_segments s ${cellsOf(filters)} join affinities v on v.affinity_code = s.affinity_code
    where ${filters.affinity ? isCode('s.affinity_code', filters.affinity) : sql`s.affinity_code is not null`} and ${isCode('s.college_code', filters.college)}
    group by s.id, 1, 2, 3 having s.alumni > 0 or ${isAnything(filters)} order by engagements desc, last_year desc, 2, 1
  `
  return selectRaw(db, statsPage.shape.by_affinity.element, query)
}

function cellsOf(filters: Filters): RawBuilder<unknown> {
  return sql`left join statistics_cells c on c.segment_id = s.id and c.subject_id = ${subjectOf(filters)} and c.year in (${filters.year}, ${filters.year - 1})`
}

/** Living people with a degree dated by the end of the year. */
function alumniOf({ year }: Filters): RawBuilder<number> {
  return sql`(select coalesce(sum(alumni), 0)::int from statistics_alumni where segment_id = s.id and year <= ${year})`
}

function figures(filters: Filters): RawBuilder<unknown> {
  return sql`${ofThisYear(filters, 'engagements')} as engagements, ${ofThisYear(filters, 'engaged')} as engaged,
    ${ofLastYear(filters, 'engagements')} as last_year, ${ofLastYear(filters, 'engaged')} as last_year_engaged`
}

function ofThisYear({ year }: Filters, figure: 'engagements' | 'engaged' | 'engaged_alumni'): RawBuilder<number> {
  return sql`coalesce(sum(c.${sql.ref(figure)}) filter (where c.year = ${year}), 0)::int`
}

/** Up to the same day, where the year is not over. */
function ofLastYear({ year, isCurrent }: Filters, figure: 'engagements' | 'engaged'): RawBuilder<number> {
  return sql`coalesce(sum(c.${sql.ref(isCurrent ? `${figure}_to_day` : figure)}) filter (where c.year = ${year - 1}), 0)::int`
}

function isAnything(filters: Filters): RawBuilder<boolean> {
  return sql`${ofThisYear(filters, 'engagements')} > 0 or ${ofLastYear(filters, 'engagements')} > 0`
}
