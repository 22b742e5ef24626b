import {
  lookAlikeReasons,
  lookAlikesPage,
  lookAlikesQuery,
  type LookAlike,
  type LookAlikeReason,
  type LookAlikesQuery,
} from '@alumni/shared/alumni/reports'
import { placeName } from '@alumni/shared/countries'
import { sql } from 'kysely'
import { transact, type Db } from '../../foundations/database/db.ts'
import { hasWords } from '../../foundations/database/has-words.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { displayName } from '../record/display-name.ts'
import { givenKeys } from '../record/given-names.ts'
import { nameParts } from '../record/name-columns.ts'
import { completePairs } from './pairs.ts'
import { buildCsvLink, type Report } from './report.ts'

type Filter = Omit<LookAlikesQuery, 'page'>
type Brief = LookAlike['first']

/** Pairs of alumni who may be one person, strongest reasons first. */
export const lookAlikes: Report<typeof lookAlikesQuery, typeof lookAlikesPage> = {
  name: 'look_alikes',
  count: (db) => countRows(selectPairs(db, {})),
  query: lookAlikesQuery,
  page: lookAlikesPage,
  async list(db, { page, ...filter }) {
    const found = selectPairs(db, filter)
    const { rows, ...shown } = await readPage(page, {
      matching: countRows(found),
      read: ({ limit, offset }) => readPairs(db, found.limit(limit).offset(offset)),
    })
    return {
      pairs: rows,
      ...shown,
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

const searchedColumns =
  'buid contact_id first_name preferred_name middle_name last_name former_last_name primary_email'.split(' ')

function selectPairs(db: Db, { reason, dismissed, q }: Filter) {
  // Pairs are ordered by id, dismissals by BUID.
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
      hasWords(
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

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'search-for-reports': Record<string, never>
  }
}

/** Searches and records the time. Locks, because comparing everyone takes seconds. */
export async function searchForLookAlikes(db: Db): Promise<void> {
  await transact(db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('report look_alikes'))`.execute(db)
    await findLookAlikes(db)
    await sql`insert into report_searches (report, searched_at) values ('look_alikes', now())
      on conflict (report) do update set searched_at = excluded.searched_at`.execute(db)
  })
}

export async function readSearchTime(db: Db): Promise<string | null> {
  const columns = [utc('searched_at').as('searched_at')] as const
  const search = await db.find('report_searches', columns, { report: 'look_alikes' })
  return search?.searched_at ?? null
}

/** A key shared by more than five, such as an office phone, pairs each person with the next one only. */
async function findLookAlikes(db: Db): Promise<void> {
  await sql`with
    -- 1. Names, class years and places of each person
    people as (
      select id, first_name as first, preferred_name as preferred, middle_name as middle from alumni
      where last_name <> '' and postal_code <> ''),
    ${givenKeys},
    last as (
      select distinct id, folded_name(last) as last, left(folded_name(middle_name), 1) as initial
      from alumni cross join lateral unnest(array[last_name, former_last_name]) last where last <> ''),
    person as materialized (
      select id, buid, name_key(first, last) as name, bool_and(is_former) as is_former
      from alumni
        cross join lateral (values (first_name), (preferred_name)) f (first)
        cross join lateral (values (last_name, false), (former_last_name, true)) l (last, is_former)
      where first <> '' and last <> '' group by 1, 2, 3),
    year as (
      select distinct buid, extract(year from degree_date)::int as year from educations
      where kind = 'degree' and degree_date is not null),
    place as (
      select id, upper(coalesce(nullif(country, ''), 'US')) || ' ' ||
        case when coalesce(nullif(upper(country), ''), 'US') = 'US' then left(postal_code, 5) else upper(replace(postal_code, ' ', '')) end as place
      from alumni where postal_code <> ''),
    -- 2. Keys that two people may share
    keys as (
      select id, 'crm_id' as reason, crm_id as key, false as is_former, false as is_middle, null as initial
      from alumni where crm_id is not null
      union all select alumnus_id, 'email', email, false, false, null from alumni_emails
      union all
      select distinct id, 'phone', right(digits, 10) || '|' || folded_name(first), false, false, null from alumni
        cross join lateral unnest(array[mobile_phone, home_phone]) phone
        cross join lateral unnest(array[first_name, preferred_name]) first
        cross join lateral (select regexp_replace(phone, '\\D', '', 'g') as digits) d where length(digits) >= 7 and first <> ''
      union all select id, 'class_year', name || '|' || year, is_former, false, null from person join year using (buid)
      union all select id, 'place', name || '|' || place, is_former, false, null from person join place using (id)
      union all select id, 'similar_name', key || '|' || last || '|' || place, false, is_middle, nullif(initial, '')
      from given_key join last using (id) join place using (id)),
    sized as (
      select *, count(*) over (partition by reason, key) as sharers,
        row_number() over (partition by reason, key order by id) as position from keys),
    shared as materialized (select * from sized where sharers > 1),
    -- 3. Pairs of people with a common key
    pairs as (
      select a.id as first_id, b.id as second_id,
        case when a.is_former <> b.is_former then 'former_name' else a.reason end as reason
      from shared a join shared b using (reason, key)
      where a.position < b.position and (a.sharers <= 5 or b.position = a.position + 1) and not (a.is_middle and b.is_middle)
        and (a.is_middle or b.is_middle or a.initial is null or b.initial is null or a.initial = b.initial)),
    -- 4. Their weights
    weighed as (
      select distinct first_id, second_id, reason,
        case reason when 'crm_id' then 32 when 'email' then 16 when 'class_year' then 8 when 'place' then 8 when 'former_name' then 4 when 'similar_name' then 2 else 1 end as weight
      from pairs p where reason <> 'similar_name' or not exists (select from pairs s
        where (s.first_id, s.second_id) = (p.first_id, p.second_id) and s.reason in ('place', 'former_name'))),
    found as materialized (
      select first_id, second_id, array_agg(reason order by weight desc, reason) as reasons, sum(weight)::int as weight
      from weighed group by first_id, second_id),
    -- 5. Replaces the stored pairs
    gone as (delete from look_alikes d
      where not exists (select from found f where (f.first_id, f.second_id) = (d.first_id, d.second_id)))
    insert into look_alikes as d (first_id, second_id, reasons, weight) select * from found
    on conflict (first_id, second_id) do update set reasons = excluded.reasons, weight = excluded.weight
      where (d.reasons, d.weight) <> (excluded.reasons, excluded.weight)`.execute(db)
}
