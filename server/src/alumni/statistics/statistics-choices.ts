import { sql } from 'kysely'
import { statsChoices, type StatsChoices } from '@alumni/shared/alumni/statistics'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

/** What the filters offer: the vocabulary, and codes that are in use without being part of it. */
export async function statisticsChoices(db: Db): Promise<StatsChoices> {
  const query = sql`
    select
      (select coalesce(json_agg(c order by c.name, c.code), '[]') from (
        select code, coalesce(v.name, code) as name from colleges v full join (select distinct college_code as code from statistics_segments where college_code is not null and affinity_code is null) used using (code)
      ) c) as colleges,
      (select coalesce(json_agg(a order by a.name, a.code), '[]') from (
        select code, coalesce(v.name, code) as name from activity_codes v full join (select activity_code as code from statistics_subjects where activity_code is not null and description is null) used using (code)
      ) a) as activities,
      (select coalesce(json_agg(f order by f.category, f.name, f.code), '[]') from (select affinity_code as code, name, category from affinities) f) as affinities
  `
  const [choices] = await selectRaw(db, statsChoices, query)
  return choices!
}
