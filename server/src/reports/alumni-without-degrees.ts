import { sql } from 'kysely'
import { type AlumnusWithoutDegree, type WithoutDegreesPage, type WithoutDegreesQuery } from '@alumni/shared/reports'
import { displayName, nameRefs } from '../alumni/index.ts'
import { hasWords } from '../database/has-words.ts'
import type { EntityManager } from '../database/orm.ts'
import { readPage } from '../database/read-page.ts'
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
  const total = await count(em, undefined)
  const { rows, ...shown } = await readPage(page, {
    matching: q ? count(em, q) : total,
    read: (rows) => readAlumni(em, q, rows),
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
    const alumni = await readAlumni(em, q, { limit: 500, after: last })
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

function without(em: EntityManager, q: string | undefined) {
  return em
    .getKysely()
    .selectFrom('alumni as a')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('educations as e').whereRef('e.buid', '=', 'a.buid').where('e.kind', '=', 'degree'))),
    )
    .where(hasWords(q, searched))
}

const searched = [
  'a.buid',
  'a.contact_id',
  'a.first_name',
  'a.preferred_name',
  'a.middle_name',
  'a.last_name',
  'a.former_last_name',
  'a.primary_email',
]

async function count(em: EntityManager, q: string | undefined): Promise<number> {
  const { matching } = await without(em, q)
    .select(({ fn }) => fn.countAll<number>().as('matching'))
    .executeTakeFirstOrThrow()
  return matching
}

async function readAlumni(
  em: EntityManager,
  q: string | undefined,
  { limit, offset = 0, after = '' }: { limit: number; offset?: number; after?: string },
): Promise<AlumnusWithoutDegree[]> {
  const rows = await without(em, q)
    .select(['a.buid', 'a.contact_id', 'a.primary_email', 'a.city', 'a.country', ...nameRefs])
    .select([utc('a.created_at').as('created_at'), areasOfStudy.as('areas_of_study')])
    .where('a.buid', '>', after)
    .orderBy('a.buid')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({ ...row, name: displayName(row) }))
}

const areasOfStudy = sql<number>`(select count(*) from educations e where e.buid = a.buid and e.kind = 'area_of_study')`
