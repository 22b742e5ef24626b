import { sql } from 'kysely'
import type {
  AreaOfStudy,
  ChampionSignup,
  Education,
  Employment,
  Membership,
  OpenCrmChange,
} from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'
import { theirEducations } from './recent-degree.ts'

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

/** The signup of this person that counts: not deleted, a linked one first, then the latest. */
export async function championSignupOf(em: EntityManager, buid: string): Promise<ChampionSignup | null> {
  const { rows } = await sql<ChampionSignup>`
    select status, email, ${utc('c.created_at')} as signed_up_at, city, coalesce(zip_code, postal_code) as postal_code, nullif(country, '') as country, google_linked_at is not null as google_linked
    from champion_signups c where buid = ${buid} and deleted_at is null order by status = 'linked' desc, c.created_at desc, id desc limit 1
  `.execute(em.getKysely())
  return rows[0] ?? null
}

/** What was changed here about this person and the CRM has not confirmed yet, newest first. */
export async function openCrmChangesOf(em: EntityManager, buid: string): Promise<OpenCrmChange[]> {
  const { rows } = await sql<OpenCrmChange>`
    select id, field, before, after, status, made_by, ${utc('d.created_at')} as created_at
    from crm_data_changes d where buid = ${buid} and status in ('pending', 'exported') order by d.created_at desc, id desc limit 100
  `.execute(em.getKysely())
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
