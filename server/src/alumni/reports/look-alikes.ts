import { lookAlikeReasons, lookAlikesPage, lookAlikesQuery } from '@alumni/shared/alumni/reports'
import type { LookAlike, LookAlikeReason, LookAlikesQuery } from '@alumni/shared/alumni/reports'
import { placeName } from '@alumni/shared/countries'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { matchesSearch } from '../../foundations/database/matches-search.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { displayName } from '../record/display-name.ts'
import { nicknames } from '../record/given-names.ts'
import { nameParts } from '../record/name-columns.ts'
import { completePairs, replacePairs } from './pairs.ts'
import { buildCsvLink, searchedColumns, type Report } from './report.ts'

type Filter = Omit<LookAlikesQuery, 'page'>
type Brief = LookAlike['first']

/** Lists pairs of alumni who may be the same person, strongest reasons first. */
export const lookAlikes: Report<typeof lookAlikesQuery, typeof lookAlikesPage> = {
  name: 'look_alikes',
  count: (db) => countRows(selectPairs(db, {})),
  query: lookAlikesQuery,
  page: lookAlikesPage,
  async list(db, { page, ...filter }) {
    const found = selectPairs(db, filter)
    const { rows, ...pageMembers } = await readPage(page, {
      matching: countRows(found),
      read: ({ limit, offset }) => readPairs(db, found.limit(limit).offset(offset)),
    })
    return {
      pairs: rows,
      ...pageMembers,
      searched_at: await readSearchTime(db),
      links: buildCsvLink('look_alikes', filter),
    }
  },
  header: ['Why', ...['1', '2'].flatMap((n) => ['BUID', 'Contact ID', 'Name', 'E-mail'].map((name) => `${name} ${n}`))],
  async *rows(db, filter) {
    for (let offset = 0; ; offset += 500) {
      const pairs = await readPairs(db, selectPairs(db, filter).limit(500).offset(offset))
      if (pairs.length === 0) return
      yield pairs.map(({ first, second, reasons }) => [
        reasons.map((reason) => lookAlikeReasons[reason]).join('; '),
        ...[first, second].flatMap(({ buid, contact_id, name, email }) => [buid, contact_id, name, email]),
      ])
    }
  },
}

function selectPairs(db: Db, { reason, dismissed, q }: Filter) {
  // People in a pair are ordered by id, but in a dismissal by BUID.
  return db
    .selectFrom('look_alikes as pair')
    .innerJoin('alumni as first', 'first.id', 'pair.first_id')
    .innerJoin('alumni as second', 'second.id', 'pair.second_id')
    .leftJoin('look_alike_dismissals as dismissal', (join) =>
      join
        .on('dismissal.first_buid', '=', sql<string>`least(first.buid, second.buid)`)
        .on('dismissal.second_buid', '=', sql<string>`greatest(first.buid, second.buid)`),
    )
    .where('dismissal.id', dismissed ? 'is not' : 'is', null)
    .$if(reason !== undefined, (found) => found.where(sql<boolean>`pair.reasons @> array[${reason}]`))
    .where(
      matchesSearch(
        q,
        ['first', 'second'].flatMap((person) => searchedColumns.map((column) => `${person}.${column}`)),
      ),
    )
    .orderBy('pair.weight', 'desc')
    .orderBy('pair.first_id')
    .orderBy('pair.second_id')
}

async function readPairs(db: Db, found: ReturnType<typeof selectPairs>): Promise<LookAlike[]> {
  const reasons = sql<LookAlikeReason[]>`pair.reasons`.as('reasons')
  const rows = await found
    .select(['pair.first_id', 'pair.second_id', reasons, 'dismissal.id as dismissal_id'])
    .execute()
  return completePairs(db, rows, { dismissals: 'look_alike_dismissals', readBriefs })
}

async function readBriefs(db: Db, ids: readonly number[]): Promise<Map<number, Brief>> {
  const rows = await db
    .selectFrom('alumni as a')
    .where('a.id', 'in', [0, ...ids])
    .select(['a.id', 'a.buid', 'a.contact_id', 'a.primary_email as email', 'a.deceased', ...nameParts])
    .select(['a.city', 'a.state', 'a.postal_code', 'a.country'])
    .select(
      sql<number[]>`array(select distinct extract(year from e.degree_date)::int from educations e
        where e.buid = a.buid and e.kind = 'degree' and e.degree_date is not null order by 1)`.as('class_years'),
    )
    .execute()
  return new Map(
    rows.map((row) => {
      const { id, buid, contact_id, email, deceased, class_years } = row
      const place = placeName(row, row.postal_code) || null
      return [id, { buid, contact_id, name: displayName(row), email, place, class_years, deceased }]
    }),
  )
}

/** Concurrent searches run one after another. */
export async function searchForLookAlikes(db: Db): Promise<void> {
  await transact(db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('report look_alikes'))`.execute(db)
    await replacePairs(db, 'look_alikes', sql`look_alike_pairs(${nicknames}::jsonb)`)
    await sql`insert into report_searches (report, searched_at) values ('look_alikes', now())
      on conflict (report) do update set searched_at = excluded.searched_at`.execute(db)
  })
}

/** Returns null before the first search. */
export async function readSearchTime(db: Db): Promise<string | null> {
  const columns = [utc('searched_at').as('searched_at')] as const
  const search = await db.find('report_searches', columns, { report: 'look_alikes' })
  return search?.searched_at ?? null
}
