import { sql, type RawBuilder } from 'kysely'
import type { Alumnus, AreaOfStudy, Education, Employment, Membership } from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { displayName, recentDegree, theirEducations } from '../alumni/index.ts'
import { utc } from '../database/utc.ts'
import { HttpError } from '../http/errors.ts'

export type AlumnusRef = { buid: string } | { id: string }

/** The alumnus with this BUID or internal id. 404: there is none. */
export async function findAlumnus(em: EntityManager, ref: AlumnusRef): Promise<Alumnus> {
  const { rows } = await sql<Omit<Alumnus, 'display_name'>>`
    select a.*, ${utc('a.created_at')} as created_at, ${utc('a.updated_at')} as updated_at,
      (select json_build_object('major_desc', major_desc, 'college_name', college_name, 'degree_code', degree_code, 'degree_date', degree_date) from (${sql.raw(recentDegree)}) d) as recent_degree
    from alumni a where ${isAlumnus(ref)}
  `.execute(em.getKysely())
  const row = rows[0] ?? notFound()
  return { ...row, id: Number(row.id), display_name: displayName(row) }
}

/** Just the BUID. 404: there is no such alumnus. */
export async function buidOf(em: EntityManager, ref: AlumnusRef): Promise<string> {
  const { rows } = await sql<{ buid: string }>`select a.buid from alumni a where ${isAlumnus(ref)}`.execute(
    em.getKysely(),
  )
  return (rows[0] ?? notFound()).buid
}

/** True for the row of `alumni a` that is meant. */
export function isAlumnus(ref: AlumnusRef): RawBuilder<unknown> {
  return 'buid' in ref ? sql`a.buid = ${ref.buid}` : sql`a.id = ${ref.id}::bigint`
}

export function notFound(): never {
  throw new HttpError(404, 'There is no such alumnus.')
}

/** Degrees and areas of study, latest first. */
export async function educationsOf(
  em: EntityManager,
  buid: string,
): Promise<{ educations: Education[]; areas_of_study: AreaOfStudy[] }> {
  const { rows } = await sql<AreaOfStudy & { kind: string }>`
    select e.id, e.kind, e.area_type, e.degree_code, e.degree_date::text, e.major_code, e.major_desc, e.college_code, e.college_name
    from educations e join alumni a on ${sql.raw(theirEducations)} where a.buid = ${buid} order by e.degree_date desc nulls last, e.id
  `.execute(em.getKysely())
  const all = rows.map((row) => ({ ...row, id: Number(row.id) }))
  return {
    educations: all.filter(({ kind }) => kind === 'degree'),
    areas_of_study: all.filter(({ kind }) => kind === 'area_of_study'),
  }
}

/** Current positions first, then the latest. */
export async function employmentOf(em: EntityManager, buid: string): Promise<Employment[]> {
  const { rows } = await sql<Employment>`
    select id, employer, job_title, start_date::text, end_date::text, current from employments where buid = ${buid}
    order by current desc, employments.end_date desc nulls last, employments.start_date desc nulls last, id
  `.execute(em.getKysely())
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

export async function affinitiesOf(em: EntityManager, buid: string): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select f.affinity_code, f.name, f.category from alumni_affinities m join affinities f using (affinity_code)
    where m.buid = ${buid} order by f.category, f.name
  `.execute(em.getKysely())
  return rows
}
