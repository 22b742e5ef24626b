-- The signups whose references stand for a signup: itself, and those that were merged into it, over chains.
create or replace function signups_standing_for(signup bigint) returns setof bigint
language sql stable parallel safe rows 1 as $$
  with recursive merged as (
    select signup as id
    union -- a circle ends, since no row comes twice
    select s.id from merged m join champion_signups s on s.merged_into_id = m.id
  )
  select id from merged
$$;

-- The change log of asks: whose asks or answers a statement wrote, where the row has no BUID.
create or replace function note_letters_as_asks() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  select 'asks', array_agg(distinct coalesce(a.buid, s.buid)) from written r
    left join alumni a on a.id = r.alumnus_id
    left join champion_signups s on r.alumnus_id is null and s.id = surviving_signup(r.signup_id)
  where r.state in ('sent', 'in_doubt') having count(coalesce(a.buid, s.buid)) > 0;
  return null;
end $$;

create or replace function note_answered_asks() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  select 'asks', array_agg(distinct s.buid) from written r join champion_signups s on s.id = surviving_signup(r.signup_id)
  where s.buid is not null having count(s.buid) > 0;
  return null;
end $$;

-- A signup that is linked, merged or deleted takes its answers and letters along.
create or replace function note_moved_asks() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  with changed as (
    select n.id, o.buid, o.merged_into_id from new_rows n join old_rows o on o.id = n.id
    where (n.buid, n.merged_into_id, n.deleted_at) is distinct from (o.buid, o.merged_into_id, o.deleted_at)),
  theirs as (
    select buid from changed
    union all select s.buid from changed c join champion_signups s on s.id = surviving_signup(c.id)
    union all select s.buid from changed c join champion_signups s on s.id = surviving_signup(c.merged_into_id))
  select 'asks', array_agg(distinct buid) from theirs where buid is not null having count(buid) > 0;
  return null;
end $$;

create or replace trigger list_letter_recipients_note_insert after insert on list_letter_recipients referencing new table as written for each statement execute function note_letters_as_asks();
create or replace trigger list_letter_recipients_note_update after update on list_letter_recipients referencing new table as written for each statement execute function note_letters_as_asks();
create or replace trigger list_letter_recipients_note_delete after delete on list_letter_recipients referencing old table as written for each statement execute function note_letters_as_asks();
create or replace trigger champion_signups_note_moved after update on champion_signups referencing old table as old_rows new table as new_rows for each statement execute function note_moved_asks();

do $$
declare
  answers text;
begin
  foreach answers in array array['event_rsvps', 'opportunity_responses'] loop
    execute format('
      create or replace trigger %1$s_note_insert after insert on %1$s referencing new table as written for each statement execute function note_answered_asks();
      create or replace trigger %1$s_note_update after update on %1$s referencing new table as written for each statement execute function note_answered_asks();
      create or replace trigger %1$s_note_delete after delete on %1$s referencing old table as written for each statement execute function note_answered_asks();
    ', answers);
  end loop;
end $$;
