import { sql, type RawBuilder } from 'kysely'
import { catalogEntry, catalogKey } from '@alumni/shared/alumni/catalog'
import type { CatalogName, CatalogPage, CatalogQuery, UnlistedCode } from '@alumni/shared/alumni/catalog'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countFrom, readPage } from '../../foundations/database/read-page.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { catalogs } from './catalogs.ts'

export async function listEntries(db: Db, list: CatalogName, { page, ...filters }: CatalogQuery): Promise<CatalogPage> {
  const total = await countFrom(db, sql`from ${sql.table(list)}`)
  const from = sql`from ${sql.table(list)} where ${sql.join(conditions(list, filters), sql` and `)}`
  const order = [...catalogs[list].order.map((column) => sql`lower(${sql.ref(column)})`), sql.ref(catalogKey[list])]
  const { rows, ...pageMembers } = await readPage(page, {
    matching: Object.values(filters).some(Boolean) ? countFrom(db, from) : total,
    read: ({ limit, offset }) =>
      selectRaw(
        db,
        catalogEntry[list],
      )`select ${columnsOf(list)} ${from} order by ${sql.join(order)} limit ${limit} offset ${offset}`,
  })
  const unlisted = list === 'activity_codes' ? await listUnlistedActivityCodes(db) : []
  return { entries: rows, ...pageMembers, total, unlisted }
}

export function columnsOf(list: CatalogName): RawBuilder<unknown> {
  return sql.join(Object.keys(catalogEntry[list].shape).map((column) => sql.ref(column)))
}

function conditions(
  list: CatalogName,
  { q, college, category, active }: Omit<CatalogQuery, 'page'>,
): RawBuilder<unknown>[] {
  const searchedColumns = Object.entries(catalogEntry[list].shape).flatMap(([column]) =>
    column === 'active' ? [] : [column],
  )
  return [
    matchesSearch(q, searchedColumns),
    list === 'majors' && college ? sql`college_code = ${college}` : sql`true`,
    active ? sql`active = ${active === 'yes'}` : sql`true`,
    list === 'affinities' && category ? sql`category = ${category}` : sql`true`,
  ]
}

async function listUnlistedActivityCodes(db: Db): Promise<UnlistedCode[]> {
  return db
    .selectFrom('engagements')
    .select(({ fn }) => ['activity_code as code', fn.countAll<number>().as('uses')])
    .where('activity_code', 'not in', db.selectFrom('activity_codes').select('code'))
    .groupBy('activity_code')
    .orderBy('uses', 'desc')
    .orderBy('code')
    .execute()
}
