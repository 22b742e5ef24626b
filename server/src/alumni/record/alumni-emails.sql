-- The e-mail columns of alumni, folded, in one table. Only these triggers write it, so it needs no foreign key.
create or replace function add_alumni_emails() returns trigger language plpgsql as $$
begin
  insert into alumni_emails (email, alumnus_id)
  select distinct fold_email(address), id
  from new_rows, unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> '';
  return null;
end $$;

-- Most updates change no address, so rows are compared first.
-- A trigger keeps its first plan, perhaps for an empty table; a nested loop serves any size.
create or replace function change_alumni_emails() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  with
    old_values as (select id, primary_email, personal_email, work_email, school_email, other_email from old_rows),
    new_values as (select id, primary_email, personal_email, work_email, school_email, other_email from new_rows),
    rows_before as (table old_values except table new_values),
    rows_after as (table new_values except table old_values),
    before as (
      select fold_email(address) as email, id as alumnus_id
      from rows_before, unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
      where btrim(address) <> ''
    ),
    after as (
      select fold_email(address) as email, id as alumnus_id
      from rows_after, unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
      where btrim(address) <> ''
    ),
    gone as (table before except table after),
    removed as (delete from alumni_emails kept using gone where kept.email = gone.email and kept.alumnus_id = gone.alumnus_id)
  insert into alumni_emails (email, alumnus_id) table after except table before;
  return null;
end $$;

create or replace function remove_alumni_emails() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from alumni_emails kept using (
    select distinct fold_email(address) as email, id as alumnus_id
    from old_rows, unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
    where btrim(address) <> ''
  ) gone
  where kept.email = gone.email and kept.alumnus_id = gone.alumnus_id;
  return null;
end $$;

create or replace trigger alumni_emails_insert after insert on alumni
  referencing new table as new_rows for each statement execute function add_alumni_emails();
create or replace trigger alumni_emails_update after update on alumni
  referencing old table as old_rows new table as new_rows for each statement execute function change_alumni_emails();
create or replace trigger alumni_emails_delete after delete on alumni
  referencing old table as old_rows for each statement execute function remove_alumni_emails();
