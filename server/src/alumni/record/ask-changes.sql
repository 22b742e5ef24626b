-- Returns a signup and all signups merged into it, directly or indirectly.
create or replace function signups_standing_for(signup bigint) returns setof bigint
language sql stable parallel safe rows 1 as $$
  with recursive merged as (
    select signup as id
    union -- removes duplicates, so that cyclic merges terminate
    select s.id from merged m join champion_signups s on s.merged_into_id = m.id
  )
  select id from merged
$$;

-- Returns the BUID of the alumnus linked to a signup, or to the signup it was merged into.
create or replace function buid_of_signup(signup bigint) returns text
language sql stable parallel safe as $$
  select buid from champion_signups where id = surviving_signup(signup)
$$;

-- Logs changes of tables without a BUID: letters here, answers below.
create or replace function note_letters_as_asks() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  select 'asks', array_agg(distinct buid) from (
    select coalesce((select a.buid from alumni a where a.id = alumnus_id), buid_of_signup(signup_id)) as buid
    from written where state in ('sent', 'in_doubt')) theirs
  where buid is not null having count(buid) > 0;
  return null;
end $$;

create or replace function note_answered_asks() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  select 'asks', array_agg(distinct buid) from (select buid_of_signup(signup_id) as buid from written) theirs
  where buid is not null having count(buid) > 0;
  return null;
end $$;

-- Logs everyone affected when a signup is linked, merged or deleted, because its letters and answers change person.
create or replace function note_moved_asks() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  with changed as (
    select n.id, o.buid, o.merged_into_id from new_rows n join old_rows o on o.id = n.id
    where (n.buid, n.merged_into_id, n.deleted_at) is distinct from (o.buid, o.merged_into_id, o.deleted_at)),
  theirs as (
    select buid from changed
    union all select buid_of_signup(id) from changed
    union all select buid_of_signup(merged_into_id) from changed)
  select 'asks', array_agg(distinct buid) from theirs where buid is not null having count(buid) > 0;
  return null;
end $$;

create or replace trigger list_letter_recipients_note_insert after insert on list_letter_recipients referencing new table as written for each statement execute function note_letters_as_asks();
create or replace trigger list_letter_recipients_note_update after update on list_letter_recipients referencing new table as written for each statement execute function note_letters_as_asks();
create or replace trigger list_letter_recipients_note_delete after delete on list_letter_recipients referencing old table as written for each statement execute function note_letters_as_asks();
create or replace trigger list_letter_recipients_note_truncate after truncate on list_letter_recipients for each statement execute function note_all_alumni();
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
      create or replace trigger %1$s_note_truncate after truncate on %1$s for each statement execute function note_all_alumni();
    ', answers);
  end loop;
end $$;
