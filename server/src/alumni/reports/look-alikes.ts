import { sql } from 'kysely'
import {
  lookAlikeReasons,
  lookAlikesPage,
  lookAlikesQuery,
  type LookAlike,
  type LookAlikeReason,
  type LookAlikesQuery,
} from '@alumni/shared/alumni/reports'
import { displayName } from '../record/display-name.ts'
import { nameParts } from '../record/name-columns.ts'
import { hasWords } from '../../foundations/database/has-words.ts'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { csvLink, type Report } from './report.ts'
import { searchedAt } from './searches.ts'

type Filter = Omit<LookAlikesQuery, 'page'>
type Brief = LookAlike['first']

/** Pairs of alumni who may be one person, those with the strongest reasons first. */
export const lookAlikes: Report<typeof lookAlikesQuery, typeof lookAlikesPage> = {
  name: 'look_alikes',
  count: countLookAlikes,
  query: lookAlikesQuery,
  page: lookAlikesPage,
  async list(db, { page, ...filter }) {
    const found = pairsFound(db, filter)
    const { rows, ...shown } = await readPage(page, {
      matching: countRows(found),
      read: ({ limit, offset }) => readPairs(db, found.limit(limit).offset(offset)),
    })
    return {
      pairs: rows,
      ...shown,
      searched_at: await searchedAt(db, 'look_alikes'),
      links: csvLink('look_alikes', filter),
    }
  },
  header: ['Why', ...['1', '2'].flatMap((n) => ['BUID', 'Contact ID', 'Name', 'E-Mail'].map((name) => `${name} ${n}`))],
  async *rows(db, filter) {
    for (let offset = 0; ; offset += 500) {
      const pairs = await readPairs(db, pairsFound(db, filter).limit(500).offset(offset))
      if (pairs.length === 0) return
      yield pairs.map(({ first, second, reasons }) => [
        reasons.map((reason) => lookAlikeReasons[reason]).join('; '),
        ...[first, second].flatMap(({ buid, contact_id, name, email }) => [buid, contact_id, name, email]),
      ])
    }
  },
}

function countLookAlikes(db: Db): Promise<number> {
  return countRows(pairsFound(db, {}))
}

function pairsFound(db: Db, { reason, dismissed, q }: Filter) {
  return db
    .selectFrom('look_alikes as d')
    .innerJoin('alumni as a', 'a.id', 'd.first_id')
    .innerJoin('alumni as b', 'b.id', 'd.second_id')
    .leftJoin('look_alike_dismissals as x', (join) =>
      join
        .on('x.first_buid', '=', sql<string>`least(a.buid, b.buid)`)
        .on('x.second_buid', '=', sql<string>`greatest(a.buid, b.buid)`),
    )
    .where('x.id', dismissed ? 'is not' : 'is', null)
    .$if(reason !== undefined, (found) => found.where(sql<boolean>`d.reasons @> array[${reason}]`))
    .where(
      hasWords(
        q,
        ['a', 'b'].flatMap((s) => [
          ...['buid', 'contact_id', 'first_name', 'preferred_name', 'middle_name', 'last_name'].map((c) => `${s}.${c}`),
          ...['former_last_name', 'primary_email'].map((column) => `${s}.${column}`),
        ]),
      ),
    )
    .orderBy('d.weight', 'desc')
    .orderBy('d.first_id')
    .orderBy('d.second_id')
}

async function readPairs(db: Db, found: ReturnType<typeof pairsFound>): Promise<LookAlike[]> {
  const rows = await found.select(['d.first_id', 'd.second_id', 'd.reasons', 'x.id as dismissal_id']).execute()
  const said = await saidOf(
    db,
    rows.flatMap(({ dismissal_id }) => dismissal_id ?? []),
  )
  const briefs = await briefsOf(
    db,
    rows.flatMap(({ first_id, second_id }) => [first_id, second_id]),
  )
  return rows.map(({ first_id, second_id, reasons, dismissal_id }) => ({
    first: briefs.get(first_id)!,
    second: briefs.get(second_id)!,
    reasons: reasons as LookAlikeReason[],
    dismissal: dismissal_id === null ? null : said.get(dismissal_id)!,
  }))
}

/** These alumni in short, by id. */
async function briefsOf(db: Db, ids: readonly number[]): Promise<Map<number, Brief>> {
  const rows = await db
    .selectFrom('alumni as a')
    .where('a.id', 'in', [0, ...ids])
    .select(['a.id', 'a.buid', 'a.contact_id', 'a.primary_email as email', 'a.deceased', ...nameParts])
    .select(sql<string | null>`nullif(concat_ws(', ', a.city, a.state, a.postal_code, a.country), '')`.as('place'))
    .select(
      sql<number[]>`array(select distinct extract(year from e.degree_date)::int from educations e
        where e.buid = a.buid and e.kind = 'degree' and e.degree_date is not null order by 1)`.as('class_years'),
    )
    .execute()
  return new Map(
    rows.map((row) => {
      const { id, buid, contact_id, email, deceased, place, class_years } = row
      return [id, { buid, contact_id, name: displayName(row), email, place, class_years, deceased }]
    }),
  )
}

/** Who said of which pair that it is not one person, by the id of what they said. */
export async function saidOf(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('look_alike_dismissals as x')
    .innerJoin('staff_users as u', 'u.id', 'x.dismissed_by_id')
    .select(['x.id', 'u.name as by', utc('x.dismissed_at').as('at')])
    .where('x.id', 'in', [0, ...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
