import { sql } from 'kysely'
import { z } from 'zod'
import { type MergeKey } from '@alumni/shared/champions/merges'
import { duplicateReasons, type DuplicateReason } from '@alumni/shared/champions/merge-lists'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { givenKeys } from '../../alumni/index.ts'
import { transact, type Db } from '../../foundations/database/db.ts'

declare module '../../foundations/jobs/jobs.ts' {
  interface Jobs {
    'find-signup-duplicates': Record<string, never>
  }
}

const reasonNames = Object.keys(duplicateReasons) as DuplicateReason[]

/**
 * Finds active signups that may belong to one person and stores the pairs. Readers of the list filter out pairs that
 * have been merged, deleted or dismissed since.
 */
export async function findDuplicates(db: Db): Promise<void> {
  await transact(db, async (db) => {
    // Concurrent searches could deadlock while they write the same pairs.
    await sql`select pg_advisory_xact_lock(hashtext('find signup duplicates'))`.execute(db)
    await sql`with found as materialized (
        select first_id, second_id, array_agg(reason order by weight desc) as reasons, sum(weight)::int as weight
        from (${buildPairs()}) p group by first_id, second_id),
      gone as (delete from signup_duplicates d
        where not exists (select from found f where (f.first_id, f.second_id) = (d.first_id, d.second_id)))
      insert into signup_duplicates as d (first_id, second_id, reasons, weight) select * from found
      on conflict (first_id, second_id) do update set reasons = excluded.reasons, weight = excluded.weight
        where (d.reasons, d.weight) <> (excluded.reasons, excluded.weight)`.execute(db)
    await sql`insert into signup_duplicate_searches (id, searched_at) values (1, now())
      on conflict (id) do update set searched_at = excluded.searched_at`.execute(db)
  })
}

const reasonRow = z.object({
  first_id: z.number(),
  second_id: z.number(),
  reason: z.enum(reasonNames as [DuplicateReason]),
})

/** Returns pairs of these signups that look like one person, the strongest reason first. */
export async function listReasons(db: Db, ids: readonly number[]) {
  return selectRaw(
    db,
    reasonRow,
    sql`select first_id, second_id, reason from (${buildPairs(ids)}) p order by weight desc, first_id, second_id`,
  )
}

/** Returns `buid` or `email` if one proves that these signups belong to one person, else `chosen`. */
export async function findMergeKey(db: Db, ids: readonly number[]): Promise<MergeKey> {
  const [strongest] = await listReasons(db, ids)
  return strongest?.reason === 'buid' || strongest?.reason === 'email' ? strongest.reason : 'chosen'
}

/**
 * Selects pairs of signups with one reason each; `first_id` is the smaller id. If more than five signups share a key,
 * such as an office's phone number, each is paired only with the next.
 */
function buildPairs(ids?: readonly number[]) {
  const isAmongIds = ids ? sql`and s.id = any(${ids}::bigint[])` : sql``
  const weights = sql`case reason when 'buid' then 16 when 'email' then 8 when 'name' then 4 when 'similar_name' then 2 else 1 end`
  return sql`
    with signup as materialized (select * from champion_signups s where s.deleted_at is null ${isAmongIds}),
    people as (select id, first_name as first, null as preferred, null as middle from signup),
    ${givenKeys},
    last as (
      select distinct s.id, last, place, s.first_name, split_part(folded_name(s.first_name), ' ', 2) as middle from signup s
        cross join lateral (select case
          when s.zip_code is not null then left(s.zip_code, 5)
          else upper(s.country || ' ' || replace(s.postal_code, ' ', '')) end as place) p
        cross join lateral unnest(array[s.last_name, s.former_last_name]) last
        where last <> '' and s.first_name <> '' and place is not null),
    keys as (
      select id, 'buid' as reason, buid as key, false as is_middle, null as initial from signup where buid is not null
      union all
      select distinct id, 'name', name_key(first_name, last) || '|' || place, false, null from last
      union all
      select distinct id, 'similar_name', key || '|' || folded_name(last) || '|' || place, is_middle, nullif(left(middle, 1), '')
        from given_key join last using (id)
      union all
      select id, 'phone', right(digits, 10), false, null from signup
        cross join lateral (select regexp_replace(phone, '\\D', '', 'g') as digits) d where length(digits) >= 7),
    sized as (
      select *, count(*) over (partition by reason, key) as sharers,
        row_number() over (partition by reason, key order by id) as position from keys),
    shared as materialized (select * from sized where sharers > 1),
    pairs as (
      select a.id as first_id, b.id as second_id, a.reason from shared a join shared b using (reason, key)
        where a.position < b.position and (a.sharers <= 5 or b.position = a.position + 1) and not (a.is_middle and b.is_middle)
          and (a.is_middle or b.is_middle or a.initial is null or b.initial is null or a.initial = b.initial)
      union
      select least(s.id, o.id), greatest(s.id, o.id), 'email' from signup s
        join alumni_emails e on e.email = s.folded_email join alumni a on a.id = e.alumnus_id
        join signup o on o.buid = a.buid and o.id <> s.id)
    select first_id, second_id, reason, ${weights} as weight from pairs p
      where reason <> 'similar_name' or not exists (select from pairs s
        where (s.first_id, s.second_id) = (p.first_id, p.second_id) and s.reason = 'name')`
}
