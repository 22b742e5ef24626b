-- Returns keys that two signups of the same person may share. If signup_ids is null, considers all active signups. The
-- place is the ZIP code, or the country and postal code. Signups have no middle name, so the second word of the first
-- name counts as it; is_middle_name and middle_initial matter to similar names only.
create or replace function signup_duplicate_keys(signup_ids bigint[], nicknames jsonb)
returns table (signup_id bigint, reason text, key text, is_middle_name boolean, middle_initial text)
language sql stable parallel safe rows 100000 as $$
  with signup as materialized (
    select id, buid, first_name, last_name, former_last_name, phone, case
        when zip_code is not null then left(zip_code, 5)
        else upper(country || ' ' || replace(postal_code, ' ', '')) end as place
    from champion_signups
    where deleted_at is null
      and (signup_ids is null or id = any (signup_ids))
  ),
  full_name as materialized (
    select distinct id, first_name, family_name, place
    from signup cross join lateral unnest(array[last_name, former_last_name]) family_name
    where family_name <> ''
      and first_name <> ''
      and place is not null
  )
  select id, 'buid', buid, false, null from signup where buid is not null
  union all
  select distinct id, 'name', name_key(first_name, family_name) || '|' || place, false, null from full_name
  union all
  select distinct id, 'similar_name', given_name.key || '|' || folded_name(family_name) || '|' || place,
    given_name.is_middle_name, nullif(left(split_part(folded_name(first_name), ' ', 2), 1), '')
  from full_name cross join lateral given_name_keys(first_name, null, null, nicknames) given_name
  union all
  select id, 'phone', right(digits, 10), false, null
  from signup cross join lateral regexp_replace(phone, '\D', '', 'g') digits
  -- Seven digits are a US number without its area code.
  where length(digits) >= 7
$$;

-- Returns pairs of active signups that may belong to the same person, with one row and weight per reason. first_id is the
-- smaller id. If signup_ids is null, considers all active signups.
create or replace function signup_duplicate_pairs(signup_ids bigint[], nicknames jsonb)
returns table (first_id bigint, second_id bigint, reason text, weight integer)
language sql stable parallel safe rows 10000 as $$
  with shared_key as materialized (
    select * from (
      select *, count(*) over (partition by reason, key) as signups,
        row_number() over (partition by reason, key order by signup_id) as position
      from signup_duplicate_keys(signup_ids, nicknames)
    ) keys where signups > 1
  ),
  pair as materialized (
    select one.signup_id as first_id, other.signup_id as second_id, reason
    from shared_key one join shared_key other using (reason, key)
    where one.position < other.position
      -- If more than five signups share a key, such as an office phone, pairs each signup only with the next.
      and (one.signups <= 5 or other.position = one.position + 1)
      and not (one.is_middle_name and other.is_middle_name)
      -- Different middle initials mean different people, unless the key itself is a middle name.
      and (one.is_middle_name or other.is_middle_name
        or one.middle_initial is null or other.middle_initial is null or one.middle_initial = other.middle_initial)
    union
    -- The address of one signup belongs to the alumnus linked to the other.
    select least(signup.id, linked.id), greatest(signup.id, linked.id), 'email'
    from champion_signups signup
    join alumni_emails on alumni_emails.email = signup.folded_email
    join alumni on alumni.id = alumni_emails.alumnus_id
    join champion_signups linked on linked.buid = alumni.buid and linked.id <> signup.id
    where signup.deleted_at is null
      and linked.deleted_at is null
      and (signup_ids is null or (signup.id = any (signup_ids) and linked.id = any (signup_ids)))
  )
  select first_id, second_id, reason, weight
  from pair
  join (values ('buid', 16), ('email', 8), ('name', 4), ('similar_name', 2), ('phone', 1)) weights (reason, weight) using (reason)
  -- The reason "name" includes "similar_name".
  where reason <> 'similar_name' or not exists (
    select from pair stronger
    where stronger.first_id = pair.first_id and stronger.second_id = pair.second_id and stronger.reason = 'name'
  )
$$;
