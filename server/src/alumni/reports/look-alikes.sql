-- Returns the keys that two records of one person may share. middle_initial is set for similar names only.
create or replace function look_alike_keys(nicknames jsonb)
returns table (alumnus_id bigint, reason text, key text, is_former_name boolean, is_middle_name boolean, middle_initial text)
language sql stable parallel safe rows 1000000 as $$
  with residence as materialized (
    select id, case upper(coalesce(nullif(country, ''), 'US')) when 'US' then 'US ' || left(postal_code, 5)
      else upper(country || ' ' || replace(postal_code, ' ', '')) end as place
    from alumni
    where postal_code <> ''
  ),
  full_name as materialized (
    select id, buid, name_key(given_name, family_name) as name, bool_and(is_former) as is_former
    from alumni
    cross join lateral unnest(array[first_name, preferred_name]) given_name
    cross join lateral (values (last_name, false), (former_last_name, true)) family_names (family_name, is_former)
    where given_name <> ''
      and family_name <> ''
    group by id, buid, name
  )
  select id, 'crm_id', crm_id, false, false, null from alumni where crm_id is not null
  union all
  select alumnus_id, 'email', email, false, false, null from alumni_emails
  union all
  select distinct id, 'phone', right(digits, 10) || '|' || folded_name(given_name), false, false, null
  from alumni
  cross join lateral unnest(array[mobile_phone, home_phone]) phone
  cross join lateral unnest(array[first_name, preferred_name]) given_name
  cross join lateral regexp_replace(phone, '\D', '', 'g') digits
  -- Seven digits are a US number without its area code.
  where length(digits) >= 7
    and given_name <> ''
  union all
  select distinct full_name.id, 'class_year', name || '|' || extract(year from degree_date), is_former, false, null
  from full_name join educations using (buid)
  where kind = 'degree'
    and degree_date is not null
  union all
  select id, 'place', name || '|' || place, is_former, false, null
  from full_name join residence using (id)
  union all
  select id, 'similar_name', given_name.key || '|' || family_name || '|' || place, false, given_name.is_middle_name,
    nullif(left(folded_name(middle_name), 1), '')
  from alumni
  join residence using (id)
  cross join lateral given_name_keys(first_name, preferred_name, middle_name, nicknames) given_name
  cross join lateral (
    select distinct folded_name(name) from unnest(array[last_name, former_last_name]) name where name <> ''
  ) family_names (family_name)
  where last_name <> ''
$$;

-- Returns the pairs of alumni who share a key, once for each reason, with the weight of the reason.
create or replace function look_alike_pairs(nicknames jsonb)
returns table (first_id bigint, second_id bigint, reason text, weight integer)
language sql stable parallel safe rows 100000 as $$
  with shared_key as materialized (
    select * from (
      select *, count(*) over (partition by reason, key) as people,
        row_number() over (partition by reason, key order by alumnus_id) as position
      from look_alike_keys(nicknames)
    ) keys where people > 1
  ),
  pair as materialized (
    select distinct one.alumnus_id as first_id, other.alumnus_id as second_id,
      case when one.is_former_name <> other.is_former_name then 'former_name' else reason end as reason
    from shared_key one join shared_key other using (reason, key)
    where one.position < other.position
      -- Pairs each person with only the next if more than five share a key, such as an office phone.
      and (one.people <= 5 or other.position = one.position + 1)
      and not (one.is_middle_name and other.is_middle_name)
      -- Different middle initials mean different people, unless the key itself is a middle name.
      and (one.is_middle_name or other.is_middle_name
        or one.middle_initial is null or other.middle_initial is null or one.middle_initial = other.middle_initial)
  )
  select first_id, second_id, reason, weight
  from pair join (values ('crm_id', 32), ('email', 16), ('class_year', 8), ('place', 8), ('former_name', 4),
    ('similar_name', 2), ('phone', 1)) weights (reason, weight) using (reason)
  -- Omits similar names if the same pair already shares a full name.
  where reason <> 'similar_name' or not exists (
    select from pair stronger
    where stronger.first_id = pair.first_id and stronger.second_id = pair.second_id
      and stronger.reason in ('place', 'former_name')
  )
$$;
