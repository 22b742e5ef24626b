import { sql, type RawBuilder } from 'kysely'
import { type AlumnusWithoutDegree, type WithoutDegreesPage, type WithoutDegreesQuery } from '@alumni/shared/reports'
import { displayName, nameColumns, type NameParts } from '../alumni/index.ts'
import { hasWords } from '../database/has-words.ts'
import type { EntityManager } from '../database/orm.ts'
import { countRows, readPage } from '../database/read-page.ts'
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
  const total = await countRows(em, without(undefined))
  const { rows, ...shown } = await readPage(page, {
    matching: q ? countRows(em, without(q)) : total,
    read: ({ limit, offset }) => readAlumni(em, sql`${without(q)} order by a.buid limit ${limit} offset ${offset}`),
  })
  return {
    alumni: rows,
    ...shown,
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
    const alumni = await readAlumni(em, sql`${without(q)} and a.buid > ${last} order by a.buid limit 500`)
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

async function readAlumni(em: EntityManager, from: RawBuilder<unknown>): Promise<AlumnusWithoutDegree[]> {
  const { rows } = await sql<Omit<AlumnusWithoutDegree, 'name'> & NameParts>`
    select a.buid, a.contact_id, a.primary_email, a.city, a.country, ${utc('a.created_at')} as created_at, ${nameColumns},
      (select count(*)::int from educations e where e.buid = a.buid and e.kind = 'area_of_study') as areas_of_study
    ${from}
  `.execute(em.getKysely())
  return rows.map((row) => ({ ...row, name: displayName(row) }))
}
