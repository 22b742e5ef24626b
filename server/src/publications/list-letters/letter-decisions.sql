-- The people behind alumni and champion signups, each once, by their first position in the two lists. An alumnus comes
-- with their first active signup, an unlinked signup alone, and a merged signup as its survivor. A deleted signup is gone.
-- A champion's own address counts before the primary address in the CRM. The flags of alumni also count for an unlinked
-- signup with one of their addresses. opt_out_names are what opt_out_key takes.
create or replace function letter_addressees(alumnus_ids bigint[], signup_ids bigint[])
returns table (list_position bigint, alumnus_id bigint, signup_id bigint, is_gone boolean, deceased boolean,
  do_not_contact boolean, do_not_email boolean, email text, folded_email text, opt_out_names text[])
language sql stable parallel safe as $$
  with chosen as (
    select c.position, a.id as alumnus_id, null::bigint as signup_id, false as is_gone
    from unnest($1) with ordinality c (id, position) join alumni a on a.id = c.id
    union all
    select cardinality($1) + c.position, a.id, case when a.id is null then coalesce(s.id, c.id) end, s.id is null
    from unnest($2) with ordinality c (id, position)
      left join champion_signups s on s.id = surviving_signup(c.id)
      left join alumni a on a.buid = s.buid),
  person as (
    select min(position) as position, alumnus_id, signup_id, is_gone from chosen group by alumnus_id, signup_id, is_gone)
  select p.position, p.alumnus_id, coalesce(s.id, p.signup_id), p.is_gone, coalesce(a.deceased, same_address.deceased),
    coalesce(a.do_not_contact, same_address.do_not_contact), coalesce(a.do_not_email, same_address.do_not_email),
    coalesce(nullif(s.email, ''), a.primary_email), fold_email(coalesce(nullif(s.email, ''), a.primary_email)),
    array['alumnus ' || a.id, 'signup ' || s.id, s.folded_email, fold_email(a.primary_email), fold_email(a.personal_email),
      fold_email(a.work_email), fold_email(a.school_email), fold_email(a.other_email)] || array(
        select unnest(array['signup ' || m.id, m.folded_email])
        from champion_signups d join champion_signups m on m.id in (select signups_standing_for(d.id))
        where d.merged_into_id = s.id)
  from person p
    left join alumni a on a.id = p.alumnus_id
    left join lateral (
      select id from champion_signups where buid = a.buid and deleted_at is null order by id limit 1) own on true
    left join champion_signups s on s.id = coalesce(own.id, p.signup_id) and s.deleted_at is null
    left join lateral (
      select bool_and(n.deceased) as deceased, bool_or(n.do_not_contact) as do_not_contact, bool_or(n.do_not_email) as do_not_email
      from alumni_emails e join alumni n on n.id = e.alumnus_id
      where a.id is null and e.email = s.folded_email) same_address on true
$$;

-- The same people for a letter on a topic, each with the first reason to leave them out, or null. With a subject, people
-- who have answered that event or opportunity are left out.
create or replace function letter_decisions(alumnus_ids bigint[], signup_ids bigint[], topic text, subject_kind text, subject_id bigint)
returns table (list_position bigint, alumnus_id bigint, signup_id bigint, email text, folded_email text, reason text)
language sql stable parallel safe as $$
  with addressee as materialized (select * from letter_addressees($1, $2)),
  opted_out as (
    select a.list_position from addressee a, unnest(a.opt_out_names) name
    where exists (select from letter_opt_outs o where o.topic in ($3, 'all')) -- computes no keys otherwise
      and opt_out_key(name) in (select address_key from letter_opt_outs o where o.topic in ($3, 'all'))),
  answered as (select p.alumnus_id, p.signup_id from person_answers($4, $5, true) p where p.answer in ('yes', 'no')),
  decided as materialized (
    select a.*, case
      when is_gone then 'gone'
      when deceased then 'deceased'
      when do_not_contact then 'do_not_contact'
      when do_not_email then 'do_not_email'
      when list_position in (select list_position from opted_out) then 'opted_out'
      when alumnus_id in (select alumnus_id from answered) or signup_id in (select signup_id from answered) then 'answered'
      when email is null then 'no_email'
      when folded_email in (select folded_email from refused_addresses) then 'bounced' end as reason
    from addressee a)
  select list_position, alumnus_id, signup_id, email, folded_email, coalesce(reason, case when row_number() over (
    partition by reason is null, folded_email order by list_position) > 1 then 'same_address' end)
  from decided
$$;
