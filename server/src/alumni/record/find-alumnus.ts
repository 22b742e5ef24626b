import { sql, type ExpressionBuilder, type Expression, type SqlBool } from 'kysely'
import type { Alumnus, RecentDegree } from '@alumni/shared/alumni/record'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { utc } from '../../foundations/database/utc.ts'
import { HttpError } from '../../foundations/http/errors.ts'
import { displayName } from './display-name.ts'
import { nameParts } from './name-columns.ts'
import { recentDegreeQuery, recentDegreeJson } from './recent-degree.ts'

export type AlumnusRef = { buid: string } | { id: string }

/** Throws HttpError 404 if the alumnus is unknown. */
export async function getAlumnus(db: Db, ref: AlumnusRef): Promise<Alumnus> {
  const row = await db
    .selectFrom('alumni as a')
    .selectAll()
    .select([utc('a.created_at').as('created_at'), utc('a.updated_at').as('updated_at')])
    .select(
      sql<RecentDegree | null>`(select ${sql.raw(recentDegreeJson)} from (${sql.raw(recentDegreeQuery)}) d)`.as(
        'recent_degree',
      ),
    )
    .where(isAlumnus(ref))
    .executeTakeFirst()
  return row ? { ...row, display_name: displayName(row) } : notFound()
}

export async function getBuid(db: Db, ref: AlumnusRef): Promise<string> {
  const row = await db.selectFrom('alumni as a').select('a.buid').where(isAlumnus(ref)).executeTakeFirst()
  return row ? row.buid : notFound()
}

export async function readNamesOfAlumni(db: Db, buids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('alumni as a')
    .select(['a.buid', ...nameParts])
    .where('a.buid', 'in', buids)
    .execute()
  return new Map(rows.map((row) => [row.buid, displayName(row)]))
}

/** Reads class years in ascending order, by BUID. Omits people without a dated degree. */
export async function readClassYearsByBuid(db: Db, buids: readonly string[]): Promise<Map<string, number[]>> {
  if (buids.length === 0) return new Map()
  const rows = await db
    .selectFrom('educations')
    .select(['buid', sql<number[]>`array_agg(distinct extract(year from degree_date)::int)`.as('years')])
    .where('buid', 'in', buids)
    .where('kind', '=', 'degree')
    .where('degree_date', 'is not', null)
    .groupBy('buid')
    .execute()
  return new Map(rows.map(({ buid, years }) => [buid, years]))
}

/** The query must select from `alumni as a`. */
export function isAlumnus(ref: AlumnusRef) {
  return (alumni: ExpressionBuilder<{ a: Tables['alumni'] }, 'a'>): Expression<SqlBool> =>
    'buid' in ref ? alumni('a.buid', '=', ref.buid) : sql<boolean>`a.id = ${ref.id}::bigint`
}

export function notFound(): never {
  throw new HttpError(404, 'There is no such alumnus.')
}
