import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

/**
 * Looks through all alumni for those who may be one person, and keeps the pairs, so that a list of them need not compare everybody anew. A key
 * that more than five share, such as the number of an office, pairs each with the next only.
 */
export async function findLookAlikes(db: Db): Promise<void> {
  await sql`with
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
    keys as (
      select id, 'crm_id' as reason, crm_id as key, false as is_former from alumni where crm_id is not null
      union all select alumnus_id, 'email', email, false from alumni_emails
      union all
      select distinct id, 'phone', right(digits, 10) || '|' || folded_name(first), false from alumni
        cross join lateral unnest(array[mobile_phone, home_phone]) phone
        cross join lateral unnest(array[first_name, preferred_name]) first
        cross join lateral (select regexp_replace(phone, '\\D', '', 'g') as digits) d where length(digits) >= 7 and first <> ''
      union all select id, 'class_year', name || '|' || year, is_former from person join year using (buid)
      union all select id, 'place', name || '|' || place, is_former from person join place using (id)),
    sized as (
      select *, count(*) over (partition by reason, key) as size,
        row_number() over (partition by reason, key order by id) as n from keys),
    shared as materialized (select * from sized where size > 1),
    pairs as (
      select a.id as first_id, b.id as second_id,
        case when a.is_former <> b.is_former then 'former_name' else a.reason end as reason
      from shared a join shared b using (reason, key)
      where a.n < b.n and (a.size <= 5 or b.n = a.n + 1)),
    weighed as (
      select distinct first_id, second_id, reason,
        case reason when 'crm_id' then 32 when 'email' then 16 when 'class_year' then 8 when 'place' then 8 when 'former_name' then 4 else 2 end as weight
      from pairs),
    found as materialized (
      select first_id, second_id, array_agg(reason order by weight desc, reason) as reasons, sum(weight)::int as weight
      from weighed group by first_id, second_id),
    gone as (delete from look_alikes d
      where not exists (select from found f where (f.first_id, f.second_id) = (d.first_id, d.second_id)))
    insert into look_alikes as d (first_id, second_id, reasons, weight) select * from found
    on conflict (first_id, second_id) do update set reasons = excluded.reasons, weight = excluded.weight
      where d.reasons <> excluded.reasons`.execute(db)
}
