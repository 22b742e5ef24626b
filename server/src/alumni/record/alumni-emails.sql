-- The table alumni_emails has the folded addresses of all e-mail columns of alumni. Only these triggers write it.
create or replace function folded_emails(addresses text[]) returns setof text language sql immutable parallel safe rows 2 as $$
  select distinct fold_email(address) from unnest($1) address where btrim(address) <> ''
$$;

create or replace function add_alumni_emails() returns trigger language plpgsql as $$
begin
  insert into alumni_emails (email, alumnus_id)
  select email, id
  from new_rows, folded_emails(array[primary_email, personal_email, work_email, school_email, other_email]) email;
  return null;
end $$;

-- Most updates change no address, so unchanged rows are excluded first. A trigger reuses its first plan, perhaps made
-- for an empty table; nested loops are fast enough for any size.
create or replace function change_alumni_emails() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  with
    before as (
      select id, array[primary_email, personal_email, work_email, school_email, other_email] as addresses from old_rows
    ),
    after as (
      select id, array[primary_email, personal_email, work_email, school_email, other_email] as addresses from new_rows
    ),
    changed_before as (select * from before except select * from after),
    changed_after as (select * from after except select * from before),
    removed as (
      delete from alumni_emails stored using (
        select email, id from changed_before, folded_emails(addresses) email
        except
        select email, id from changed_after, folded_emails(addresses) email
      ) outdated
      where stored.email = outdated.email and stored.alumnus_id = outdated.id
    )
  insert into alumni_emails (email, alumnus_id)
  select email, id from changed_after, folded_emails(addresses) email
  except
  select email, id from changed_before, folded_emails(addresses) email;
  return null;
end $$;

create or replace function remove_alumni_emails() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from alumni_emails stored using (
    select email, id
    from old_rows, folded_emails(array[primary_email, personal_email, work_email, school_email, other_email]) email
  ) outdated
  where stored.email = outdated.email and stored.alumnus_id = outdated.id;
  return null;
end $$;

create or replace trigger alumni_emails_insert after insert on alumni
  referencing new table as new_rows for each statement execute function add_alumni_emails();
create or replace trigger alumni_emails_update after update on alumni
  referencing old table as old_rows new table as new_rows for each statement execute function change_alumni_emails();
create or replace trigger alumni_emails_delete after delete on alumni
  referencing old table as old_rows for each statement execute function remove_alumni_emails();
