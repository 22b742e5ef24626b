import { sql, type RawBuilder } from 'kysely'
import type { DescriptionsQuery } from '@alumni/shared/internal-api'
import type { EntityManager } from '../database/orm.ts'
import { fiscalYear } from './fiscal-year.ts'

/** The distinct descriptions of an activity's engagements, in alphabetical order. `fiscalYearStart` is `MM-DD`. */
export async function activityDescriptions(em: EntityManager, { activity_code, start_date, end_date, college, year }: DescriptionsQuery, fiscalYearStart: string): Promise<string[]> {
  if (year !== undefined && (year < 2 || year > 9998)) return []
  const of = year === undefined ? null : fiscalYear(year, fiscalYearStart)
  const { rows } = await sql<{ description: string }>`
    with recursive known (description) as (
      (${next(activity_code, sql`description > ''`)})
      union all select (${next(activity_code, sql`description > known.description`)}) from known where known.description is not null
    )
    select description from known where description is not null and exists (
      select from engagements g where g.activity_code = ${activity_code} and g.description = known.description
      ${start_date ? sql`and g.engagement_date >= ${start_date}` : sql``} ${end_date ? sql`and g.engagement_date <= ${end_date}` : sql``}
      ${college ? sql`and ${has(sql`e.college_code = ${college}`)}` : sql``}
      ${of ? sql`and ${has(sql`e.degree_date >= ${of.from} and e.degree_date < ${of.to}`)}` : sql``}
    )
  `.execute(em.getKysely())
  return rows.map(({ description }) => description).toSorted(alphabetically)
}

/** The first description of an activity after a point. Stepping along the index reads one entry for each, however many engagements have it. */
function next(activity: string, after: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select description from engagements where activity_code = ${activity} and ${after} order by description limit 1`
}

/** Whether the engagement's alumnus has such an education. Degrees and areas of study have an index each. */
function has(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const ofKind = (kind: string) => sql`exists (select from educations e where e.buid = g.buid and e.kind = ${sql.lit(kind)} and ${condition})`
  return sql`(${ofKind('degree')} or ${ofKind('area_of_study')})`
}

const collator = new Intl.Collator('en')

function alphabetically(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1)
}
