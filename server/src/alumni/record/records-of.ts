import { sql, type OrderByItemBuilder } from 'kysely'
import type {
  AreaOfStudy,
  ChampionSignup,
  Education,
  Employment,
  Giving,
  Membership,
  OpenCrmChange,
} from '@alumni/shared/alumni/record'
import { giftCode } from '@alumni/shared/exchange/giving'
import { fiscalYearOf } from '@alumni/shared/fiscal-year'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { isTheirEducation } from './recent-degree.ts'

/** Returns degrees and areas of study, each latest first. */
export async function readEducations(
  db: Db,
  buid: string,
): Promise<{ educations: Education[]; areas_of_study: AreaOfStudy[] }> {
  const all = await db
    .selectFrom('educations as e')
    .innerJoin('alumni as a', (join) => join.on(sql<boolean>`${sql.raw(isTheirEducation)}`))
    .select(['e.id', 'e.kind', 'e.area_type', 'e.degree_code', 'e.degree_date'])
    .select(['e.major_code', 'e.major_desc', 'e.college_code', 'e.college_name'])
    .where('a.buid', '=', buid)
    .orderBy('e.degree_date', latestFirst)
    .orderBy('e.id')
    .execute()
  return {
    educations: all.filter(({ kind }) => kind === 'degree'),
    areas_of_study: all.filter(({ kind }) => kind === 'area_of_study'),
  }
}

const latestFirst = (order: OrderByItemBuilder) => order.desc().nullsLast()

export async function readEmployment(db: Db, buid: string): Promise<Employment[]> {
  return db
    .selectFrom('employments')
    .select(['id', 'employer', 'job_title', 'start_date', 'end_date', 'current'])
    .where('buid', '=', buid)
    .orderBy('current', 'desc')
    .orderBy('end_date', latestFirst)
    .orderBy('start_date', latestFirst)
    .orderBy('id')
    .execute()
}

export async function readAffinities(db: Db, buid: string): Promise<Membership[]> {
  return db
    .selectFrom('alumni_affinities as m')
    .innerJoin('affinities as f', 'f.affinity_code', 'm.affinity_code')
    .select(['f.affinity_code', 'f.name', 'f.category'])
    .where('m.buid', '=', buid)
    .orderBy('f.category')
    .orderBy('f.name')
    .execute()
}

/** Returns the person's linked signup, or else the latest one. Ignores deleted signups. */
export async function findChampionSignup(db: Db, buid: string): Promise<ChampionSignup | null> {
  const signup = await db
    .selectFrom('champion_signups as c')
    .select(['c.id', 'c.status', 'c.email', 'c.city', utc('c.created_at').as('signed_up_at')])
    .select(({ eb, fn }) => [
      fn.coalesce('c.zip_code', 'c.postal_code').as('postal_code'),
      eb.fn<string | null>('nullif', ['c.country', sql.lit('')]).as('country'),
    ])
    .where('c.buid', '=', buid)
    .where('c.deleted_at', 'is', null)
    .orderBy(({ eb }) => eb('c.status', '=', 'linked'), 'desc')
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return signup ?? null
}

/** Summarizes a person's gifts; null if there are none. Fiscal years start on `start`, and `today` is `YYYY-MM-DD`. */
export async function readGiving(db: Db, buid: string, start: string, today: string): Promise<Giving | null> {
  const rows = await db
    .selectFrom('engagements')
    .select('engagement_date as day')
    .distinct()
    .where('buid', '=', buid)
    .where('activity_code', '=', giftCode)
    .orderBy('engagement_date')
    .execute()
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  const years = new Set(rows.map(({ day }) => fiscalYearOf(day, start)))
  const running = fiscalYearOf(today, start)
  let year = years.has(running) ? running : running - 1
  let years_in_a_row = 0
  for (; years.has(year); year--) years_in_a_row++
  return { since: first.day, years_in_a_row, last_gift: last.day }
}

/** Returns the pending and exported changes, newest first, at most 100. */
export async function readOpenCrmChanges(db: Db, buid: string): Promise<OpenCrmChange[]> {
  return db
    .selectFrom('crm_data_changes as d')
    .select(['d.id', 'd.field', 'd.before', 'd.after', 'd.status', 'd.made_by', utc('d.created_at').as('created_at')])
    .where('d.buid', '=', buid)
    .where('d.status', 'in', ['pending', 'exported'])
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(100)
    .execute()
}
