import { sql, type RawBuilder } from 'kysely'
import type { Alumnus } from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'
import { HttpError } from '../http/errors.ts'
import { displayName } from './display-name.ts'
import { recentDegree } from './recent-degree.ts'

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
