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
 * Finds active signups that may belong to one person and stores the pairs. Later merges, deletions and dismissals do
 * not change the stored pairs, so readers must filter them.
 */
export async function findDuplicates(db: Db): Promise<void> {
  await transact(db, async (db) => {
    // Concurrent searches could deadlock while they write the same pairs.
    await sql`select pg_advisory_xact_lock(hashtext('find signup duplicates'))`.execute(db)
    await sql`with found as materialized (
        select first_id, second_id, array_agg(reason order by weight desc) as reasons, sum(weight)::int as weight
        from (${selectPairs()}) pair group by first_id, second_id),
      removed as (delete from signup_duplicates stored
        where not exists (select from found where (found.first_id, found.second_id) = (stored.first_id, stored.second_id)))
      insert into signup_duplicates as stored (first_id, second_id, reasons, weight) select * from found
      on conflict (first_id, second_id) do update set reasons = excluded.reasons, weight = excluded.weight
        where (stored.reasons, stored.weight) <> (excluded.reasons, excluded.weight)`.execute(db)
    await sql`insert into signup_duplicate_searches (id, searched_at) values (1, now())
      on conflict (id) do update set searched_at = excluded.searched_at`.execute(db)
  })
}

const reasonRow = z.object({
  first_id: z.number(),
  second_id: z.number(),
  reason: z.enum(reasonNames as [DuplicateReason]),
})

/** Lists why pairs of these signups may belong to one person, with the strongest reason first. */
export async function listReasons(db: Db, ids: readonly number[]) {
  return selectRaw(
    db,
    reasonRow,
    sql`select first_id, second_id, reason from (${selectPairs(ids)}) pair
      order by weight desc, first_id, second_id`,
  )
}

/** Returns `buid` or `email` if one proves that these signups belong to one person, else `chosen`. */
export async function findMergeKey(db: Db, ids: readonly number[]): Promise<MergeKey> {
  const [strongest] = await listReasons(db, ids)
  return strongest?.reason === 'buid' || strongest?.reason === 'email' ? strongest.reason : 'chosen'
}

/** Selects pairs of active signups, one row per reason; `first_id` is the smaller id. */
function selectPairs(ids?: readonly number[]) {
  const isAmongIds = ids ? sql`and id = any(${ids}::bigint[])` : sql``
  return sql`
    with signup as materialized (select * from champion_signups where deleted_at is null ${isAmongIds}),
    shared_key as materialized (${sharedKeys}),
    pair as (${pairsWithSharedKey} union ${pairsWithAddressOnFile})
    select first_id, second_id, reason, ${weightOfReason} as weight from pair
    -- The reason "name" includes "similar_name".
    where reason <> 'similar_name' or not exists (select from pair same_name
      where (same_name.first_id, same_name.second_id) = (pair.first_id, pair.second_id) and same_name.reason = 'name')`
}

const weightOfReason = sql`case reason
  when 'buid' then 16 when 'email' then 8 when 'name' then 4 when 'similar_name' then 2 else 1 end`

/** Selects the last and former last name of each `signup`, with its first names and postal code. */
const namesOfSignups = sql`
  select distinct id, last, first_name, split_part(folded_name(first_name), ' ', 2) as middle, place
  from signup
    cross join lateral unnest(array[last_name, former_last_name]) last
    cross join lateral (values (
      case when zip_code is not null then left(zip_code, 5)
        else upper(country || ' ' || replace(postal_code, ' ', '')) end)) code (place)
  where last <> '' and first_name <> '' and place is not null`

/** Selects keys of each `signup`; two signups of one person are likely to share one. */
const keysOfSignups = sql`
  with people as (select id, first_name as first, null as preferred, null as middle from signup),
  ${givenKeys},
  name as (${namesOfSignups})
  select id, 'buid' as reason, buid as key, false as is_middle, null as initial from signup where buid is not null
  union all
  select distinct id, 'name', name_key(first_name, last) || '|' || place, false, null from name
  union all
  select distinct id, 'similar_name', key || '|' || folded_name(last) || '|' || place, is_middle,
    nullif(left(middle, 1), '')
  from given_key join name using (id)
  union all
  select id, 'phone', right(digits, 10), false, null
  from signup cross join lateral regexp_replace(phone, '\\D', '', 'g') digits where length(digits) >= 7`

/** Selects the keys that several signups share, with their number and the position of each signup. */
const sharedKeys = sql`
  select * from (
    select *, count(*) over (partition by reason, key) as sharers,
      row_number() over (partition by reason, key order by id) as position
    from (${keysOfSignups}) key) counted_key
  where sharers > 1`

/** Pairs signups that share a key; if more than five do, as with an office's phone, each only with the next one. */
const pairsWithSharedKey = sql`
  select a.id as first_id, b.id as second_id, a.reason
  from shared_key a join shared_key b using (reason, key)
  where a.position < b.position
    and (a.sharers <= 5 or b.position = a.position + 1)
    and not (a.is_middle and b.is_middle)
    and (a.is_middle or b.is_middle or a.initial is null or b.initial is null or a.initial = b.initial)`

/** Pairs signups if the CRM has the address of one for the alumnus of the other. */
const pairsWithAddressOnFile = sql`
  select least(signup.id, other.id), greatest(signup.id, other.id), 'email'
  from signup
    join alumni_emails address on address.email = signup.folded_email
    join alumni alumnus on alumnus.id = address.alumnus_id
    join signup other on other.buid = alumnus.buid and other.id <> signup.id`
