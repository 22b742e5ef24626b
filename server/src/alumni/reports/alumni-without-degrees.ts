import { withoutDegreesPage, withoutDegreesQuery } from '@alumni/shared/alumni/reports'
import type { AlumnusWithoutDegree, WithoutDegreesQuery } from '@alumni/shared/alumni/reports'
import { displayName } from '../record/display-name.ts'
import { nameParts } from '../record/name-columns.ts'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { buildCsvLink, searchedColumns, type Report } from './report.ts'

export const alumniWithoutDegrees: Report<typeof withoutDegreesQuery, typeof withoutDegreesPage> = {
  name: 'alumni_without_degrees',
  count: countWithoutDegrees,
  query: withoutDegreesQuery,
  page: withoutDegreesPage,
  async list(db, { page, q }) {
    const total = await countWithoutDegrees(db)
    const found = selectPeople(db, { q })
    const { rows, ...pageMembers } = await readPage(page, {
      matching: q ? countRows(found) : total,
      read: ({ limit, offset }) => readPeople(found.limit(limit).offset(offset)),
    })
    return { alumni: rows, ...pageMembers, total, links: buildCsvLink('alumni_without_degrees', { q }) }
  },
  header: ['BUID', 'Contact ID', 'Name', 'Primary e-mail', 'City', 'Country', 'Areas of study', 'On file since'],
  async *rows(db, filter) {
    for (let last = ''; ;) {
      const alumni = await readPeople(selectPeople(db, filter).where('a.buid', '>', last).limit(500))
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
  },
}

function countWithoutDegrees(db: Db): Promise<number> {
  return countRows(selectPeople(db, {}))
}

function selectPeople(db: Db, { q }: Pick<WithoutDegreesQuery, 'q'>) {
  return db
    .selectFrom('alumni as a')
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('educations as e').whereRef('e.buid', '=', 'a.buid').where('e.kind', '=', 'degree'))),
    )
    .where(
      matchesSearch(
        q,
        searchedColumns.map((column) => `a.${column}`),
      ),
    )
    .orderBy('a.buid')
}

async function readPeople(found: ReturnType<typeof selectPeople>): Promise<AlumnusWithoutDegree[]> {
  const rows = await found
    .select(['a.buid', 'a.contact_id', 'a.primary_email', 'a.city', 'a.country', ...nameParts])
    .select(utc('a.created_at').as('created_at'))
    .select(({ selectFrom }) =>
      selectFrom('educations as e')
        .whereRef('e.buid', '=', 'a.buid')
        .where('e.kind', '=', 'area_of_study')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('areas_of_study'),
    )
    .execute()
  return rows.map((row) => ({ ...row, name: displayName(row) }))
}
