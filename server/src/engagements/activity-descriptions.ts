import { sql } from 'kysely'
import type { DescriptionsQuery } from '@alumni/shared/internal-api'
import type { EntityManager } from '../database/orm.ts'
import { fiscalYear } from './fiscal-year.ts'

/** The distinct descriptions of an activity's engagements, in alphabetical order. `fiscalYearStart` is `MM-DD`. */
export async function activityDescriptions(em: EntityManager, { activity_code, start_date, end_date, college, year }: DescriptionsQuery, fiscalYearStart: string): Promise<string[]> {
  if (year !== undefined && (year < 2 || year > 9998)) return []
  const of = year === undefined ? null : fiscalYear(year, fiscalYearStart)
  const { rows } = await sql<{ description: string }>`
    select distinct description from engagements g where activity_code = ${activity_code} and description <> ''
    ${start_date ? sql`and engagement_date >= ${start_date}` : sql``} ${end_date ? sql`and engagement_date <= ${end_date}` : sql``}
    ${college ? sql`and exists (select from educations e where e.buid = g.buid and e.college_code = ${college})` : sql``}
    ${of ? sql`and exists (select from educations e where e.buid = g.buid and e.degree_date >= ${of.from} and e.degree_date < ${of.to})` : sql``}
  `.execute(em.getKysely())
  return rows.map(({ description }) => description).toSorted(alphabetically)
}

const collator = new Intl.Collator('en')

function alphabetically(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1)
}
