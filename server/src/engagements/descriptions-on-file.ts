import { sql, type RawBuilder } from 'kysely'
import type { DescriptionsAsked } from '../alumni/index.ts'
import type { EntityManager } from '../database/orm.ts'

/** The distinct descriptions, read from all engagements of the activity. */
export async function descriptionsOnFile(
  em: EntityManager,
  { activity_code, start_date, end_date, college, degreeIn }: DescriptionsAsked,
): Promise<string[]> {
  const { rows } = await sql<{ description: string }>`
    select distinct description from engagements g where activity_code = ${activity_code} and description <> ''
    ${start_date ? sql`and engagement_date >= ${start_date}` : sql``} ${end_date ? sql`and engagement_date <= ${end_date}` : sql``}
    ${college ? isOfPersonWith(sql`college_code = ${college}`) : sql``}
    ${degreeIn ? isOfPersonWith(sql`degree_date >= ${degreeIn.from} and degree_date < ${degreeIn.to}`) : sql``}
  `.execute(em.getKysely())
  return rows.map(({ description }) => description)
}

function isOfPersonWith(education: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`and buid in (select buid from educations where ${education})`
}
