import { sql, type RawBuilder } from 'kysely'
import {
  reportRowsPerPage,
  type AlumnusWithoutDegree,
  type WithoutDegreesPage,
  type WithoutDegreesQuery,
} from '@alumni/shared/reports'
import { displayName, nameColumns, type NameParts } from '../alumni/index.ts'
import { hasWords } from '../database/has-words.ts'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'

export const reportUrl = '/settings/reports/alumni_without_degrees'
export const reportHeader = [
  'BUID',
  'Contact ID',
  'Name',
  'Primary Email',
  'City',
  'Country',
  'Areas Of Study',
  'On File Since',
] as const

/** A page of the alumni who have no education of kind degree, by BUID. */
export async function listAlumniWithoutDegrees(
  em: EntityManager,
  { q, page }: WithoutDegreesQuery,
): Promise<WithoutDegreesPage> {
  const total = await countThem(em, undefined)
  const matching = q ? await countThem(em, q) : total
  return {
    alumni: await readThem(
      em,
      sql`${without(q)} order by a.buid limit ${reportRowsPerPage} offset ${(page - 1) * reportRowsPerPage}`,
    ),
    page,
    pages: Math.max(1, Math.ceil(matching / reportRowsPerPage)),
    matching,
    total,
    links: { csv: `${reportUrl}.csv${q ? `?${new URLSearchParams({ q })}` : ''}` },
  }
}

/** All of them for a file, 500 at a time. */
export async function* rowsWithoutDegrees(
  em: EntityManager,
  q: string | undefined,
): AsyncGenerator<(string | number | null)[][]> {
  for (let last = ''; ;) {
    const alumni = await readThem(em, sql`${without(q)} and a.buid > ${last} order by a.buid limit 500`)
    if (alumni.length === 0) return
    yield alumni.map((row) => [
      row.buid,
      row.contact_id,
      row.name,
      row.primary_email,
      row.city,
      row.country,
      row.areas_of_study,
      row.created_at.slice(0, 10),
    ])
    last = alumni.at(-1)!.buid
  }
}

function without(q: string | undefined): RawBuilder<unknown> {
  return sql`
    from alumni a where not exists (select from educations e where e.buid = a.buid and e.kind = 'degree')
      and ${hasWords(q, ['a.buid', 'a.contact_id', 'a.first_name', 'a.preferred_name', 'a.middle_name', 'a.last_name', 'a.former_last_name', 'a.primary_email'])}
  `
}

async function countThem(em: EntityManager, q: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) ${without(q)}`.execute(em.getKysely())
  return Number(rows[0]!.count)
}

async function readThem(em: EntityManager, from: RawBuilder<unknown>): Promise<AlumnusWithoutDegree[]> {
  const { rows } = await sql<Omit<AlumnusWithoutDegree, 'name'> & NameParts>`
    select a.buid, a.contact_id, a.primary_email, a.city, a.country, ${utc('a.created_at')} as created_at, ${nameColumns},
      (select count(*)::int from educations e where e.buid = a.buid and e.kind = 'area_of_study') as areas_of_study
    ${from}
  `.execute(em.getKysely())
  return rows.map((row) => ({ ...row, name: displayName(row) }))
}
