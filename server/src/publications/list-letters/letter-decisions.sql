-- Lists the alumni and signups with these ids, each person once, at their first position in the two lists. A linked
-- signup is listed as its alumnus, and a merged signup as its survivor. Marks deleted signups as gone, and skips deleted
-- alumni.
create or replace function letter_people(alumnus_ids bigint[], signup_ids bigint[])
returns table (list_position bigint, alumnus_id bigint, signup_id bigint, is_gone boolean)
language sql stable parallel safe as $$
  with listed as (
    select listed_id.position, alumnus.id as alumnus_id, null::bigint as signup_id, false as is_gone
    from unnest(alumnus_ids) with ordinality listed_id (id, position)
      join alumni alumnus on alumnus.id = listed_id.id
    union all
    select cardinality(alumnus_ids) + listed_id.position, alumnus.id,
      case when alumnus.id is null then coalesce(survivor.id, listed_id.id) end,
      survivor.id is null
    from unnest(signup_ids) with ordinality listed_id (id, position)
      left join champion_signups survivor on survivor.id = surviving_signup(listed_id.id)
      left join alumni alumnus on alumnus.buid = survivor.buid
  )
  select min(position), alumnus_id, signup_id, is_gone
  from listed
  group by alumnus_id, signup_id, is_gone
$$;

-- Lists the people from letter_people with their addresses and flags. An alumnus is listed with their first active
-- signup, if any. The signup's address takes precedence over the primary address in the CRM. A signup without an alumnus
-- has the flags of the alumni with its address, and is deceased only if all of them are.
create or replace function letter_candidates(alumnus_ids bigint[], signup_ids bigint[])
returns table (list_position bigint, alumnus_id bigint, signup_id bigint, is_gone boolean, deceased boolean,
  do_not_contact boolean, do_not_email boolean, email text, folded_email text)
language sql stable parallel safe as $$
  select person.list_position, person.alumnus_id, coalesce(signup.id, person.signup_id), person.is_gone,
    coalesce(alumnus.deceased, same_address.deceased),
    coalesce(alumnus.do_not_contact, same_address.do_not_contact),
    coalesce(alumnus.do_not_email, same_address.do_not_email),
    coalesce(nullif(signup.email, ''), alumnus.primary_email),
    fold_email(coalesce(nullif(signup.email, ''), alumnus.primary_email))
  from letter_people(alumnus_ids, signup_ids) person
    left join alumni alumnus on alumnus.id = person.alumnus_id
    left join lateral (
      select min(id) as id from champion_signups where buid = alumnus.buid and deleted_at is null) first_signup on true
    left join champion_signups signup
      on signup.id = coalesce(first_signup.id, person.signup_id) and signup.deleted_at is null
    left join lateral (
      select bool_and(owner.deceased) as deceased, bool_or(owner.do_not_contact) as do_not_contact,
        bool_or(owner.do_not_email) as do_not_email
      from alumni_emails
        join alumni owner on owner.id = alumni_emails.alumnus_id
      where person.alumnus_id is null
        and alumni_emails.email = signup.folded_email) same_address on true
$$;

-- Decides who gets a letter on a topic: lists the people with the first reason to leave them out, or null. If there is a
-- subject, leaves out people who have already answered that event or opportunity.
create or replace function letter_decisions(
  alumnus_ids bigint[], signup_ids bigint[], topic text, subject_kind text, subject_id bigint)
returns table (list_position bigint, alumnus_id bigint, signup_id bigint, email text, folded_email text, reason text)
language sql stable parallel safe as $$
  with candidate as materialized (select * from letter_candidates(alumnus_ids, signup_ids)),
  opted_out as (
    select distinct candidate.list_position
    from candidate
      cross join lateral opt_out_names(candidate.alumnus_id, candidate.signup_id) name
    -- The first condition avoids computing digests if no one has opted out.
    where exists (select from letter_opt_outs where letter_opt_outs.topic in (letter_decisions.topic, 'all'))
      and opt_out_key(name) in (
        select address_key from letter_opt_outs where letter_opt_outs.topic in (letter_decisions.topic, 'all'))
  ),
  decided as materialized (
    select candidate.*, case
      when is_gone then 'gone'
      when deceased then 'deceased'
      when do_not_contact then 'do_not_contact'
      when do_not_email then 'do_not_email'
      when opted_out.list_position is not null then 'opted_out'
      when coalesce('alumnus ' || candidate.alumnus_id, 'signup ' || candidate.signup_id) in (
        select coalesce('alumnus ' || person.alumnus_id, 'signup ' || person.signup_id)
        from person_answers(subject_kind, subject_id, only_answered => true) person
        where person.answer in ('yes', 'no')) then 'answered'
      when email is null then 'no_email'
      when candidate.folded_email in (select folded_email from refused_addresses) then 'bounced' end as reason
    from candidate
      left join opted_out using (list_position)
  )
  -- If several people without a reason share an address, only the first gets the letter.
  select list_position, alumnus_id, signup_id, email, folded_email, case
    when reason is null and row_number() over (
      partition by reason is null, folded_email order by list_position) > 1 then 'same_address'
    else reason end
  from decided
$$;

-- Like letter_decisions, for one person. Reuses its plan, because planning takes many times as long as running.
create or replace function letter_decision(
  alumnus_ids bigint[], signup_ids bigint[], topic text, subject_kind text, subject_id bigint)
returns table (list_position bigint, alumnus_id bigint, signup_id bigint, email text, folded_email text, reason text)
language plpgsql stable parallel safe set plan_cache_mode = force_generic_plan as $$
begin
  return query select * from letter_decisions(alumnus_ids, signup_ids, topic, subject_kind, subject_id);
end $$;
