import { sql } from 'kysely'
import { foundAlumnus, type FoundAlumnus } from '@alumni/shared/alumni-search'
import type { EntityManager } from '../../database/orm.ts'
import { selectRaw } from '../../database/select-raw.ts'
import { displayName } from '../display-name.ts'
import { nameColumns, nameShape } from '../name-columns.ts'
import { mostRecentFirst, theirEducations } from '../recent-degree.ts'

const foundRow = foundAlumnus.omit({ name: true }).extend(nameShape)

/** These alumni as lists show them, in the order of `ids`; who was deleted a moment ago is left out. */
export async function readFound(em: EntityManager, ids: Iterable<number>): Promise<FoundAlumnus[]> {
  const asked = [...ids]
  if (asked.length === 0) return []
  const rows = await selectRaw(
    em,
    foundRow,
    sql`
    select a.id, a.buid, a.contact_id, ${nameColumns}, a.primary_email, a.mobile_phone, a.city, a.state, a.country, a.deceased, a.do_not_contact, a.do_not_email,
      study.recent_degree, coalesce(study.class_years, '{}') as class_years, job.employer, job.job_title, engaged.last_engaged, engaged.engagements,
      exists (select from champion_signups s where s.buid = a.buid and s.deleted_at is null) as is_champion
    from unnest(${sql.val(asked)}::bigint[]) with ordinality asked (id, place) join alumni a on a.id = asked.id
    left join lateral (
      select (array_agg(jsonb_build_object('major_desc', major_desc, 'college_name', college_name, 'degree_code', degree_code, 'degree_date', degree_date)
          order by ${sql.raw(mostRecentFirst)}))[1] as recent_degree,
        array_agg(distinct extract(year from degree_date)::int) filter (where kind = 'degree' and degree_date is not null) as class_years
      from educations e where ${sql.raw(theirEducations)}
    ) study on true
    left join lateral (
      select employer, job_title from employments where buid = a.buid and current order by start_date desc nulls last, id limit 1
    ) job on true
    cross join lateral (select max(engagement_date)::text as last_engaged, count(*)::int as engagements from engagements where buid = a.buid) engaged
    order by asked.place
  `,
  )
  return rows.map((row) => ({ ...row, name: displayName(row) }))
}
