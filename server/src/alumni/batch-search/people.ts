import { sql } from 'kysely'
import { batchPerson, type BatchPerson } from '@alumni/shared/alumni/batch-search'
import { displayName } from '../record/display-name.ts'
import { mostRecentFirst, theirEducations } from '../record/recent-degree.ts'
import { nameColumns, nameShape } from '../record/name-columns.ts'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'

const personRow = batchPerson.omit({ name: true }).extend(nameShape)

/** What tells people apart, by their internal id. The most recent degree is the one that their page shows. */
export async function peopleWithIds(db: Db, ids: readonly number[]): Promise<Map<number, BatchPerson>> {
  const rows = await selectRaw(
    db,
    personRow,
    sql`
    select a.id, a.buid, a.contact_id, ${nameColumns}, a.primary_email, a.city, a.state, a.country, a.deceased, a.do_not_contact, a.do_not_email,
      degrees.recent_degree, coalesce(degrees.class_years, '{}') as class_years
    from alumni a
    left join lateral (
      select
        (array_agg(json_build_object('major_desc', major_desc, 'college_name', college_name, 'degree_code', degree_code, 'degree_date', degree_date) order by ${sql.raw(mostRecentFirst)}))[1] as recent_degree,
        array_agg(distinct extract(year from degree_date)::int) filter (where kind = 'degree' and degree_date is not null) as class_years
      from educations e where ${sql.raw(theirEducations)}
    ) degrees on true
    where a.id = any (${ids}::bigint[])
    order by a.id
  `,
  )
  return new Map(rows.map((row) => [row.id, { ...row, name: displayName(row) }]))
}
