create table alumni_emails (
  email text collate "C" not null,
  alumnus_id bigint not null,
  primary key (email, alumnus_id)
);
comment on table alumni_emails is 'Derived from alumni by its triggers; rebuild_alumni_emails() makes it anew';
comment on column alumni_emails.email is 'lower(btrim()) of any of the five addresses';

create function add_alumni_emails() returns trigger language plpgsql as $$
begin
  insert into alumni_emails (email, alumnus_id)
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from new_rows person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
;
  return null;
end $$;
create trigger alumni_emails_insert after insert on alumni
  referencing new table as new_rows for each statement execute function add_alumni_emails();

create function change_alumni_emails() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  with
    before as (select id, primary_email, personal_email, work_email, school_email, other_email from old_rows except select id, primary_email, personal_email, work_email, school_email, other_email from new_rows),
    after as (select id, primary_email, personal_email, work_email, school_email, other_email from new_rows except select id, primary_email, personal_email, work_email, school_email, other_email from old_rows),
    gone as (
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from before person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
 except
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from after person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
),
    removed as (delete from alumni_emails kept using gone where kept.email = gone.email and kept.alumnus_id = gone.alumnus_id)
  insert into alumni_emails (email, alumnus_id)
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from after person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
 except
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from before person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
;
  return null;
end $$;
create trigger alumni_emails_update after update on alumni
  referencing old table as old_rows new table as new_rows for each statement execute function change_alumni_emails();

create function remove_alumni_emails() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from alumni_emails kept using (
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from old_rows person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
) gone
    where kept.email = gone.email and kept.alumnus_id = gone.alumnus_id;
  return null;
end $$;
create trigger alumni_emails_delete after delete on alumni
  referencing old table as old_rows for each statement execute function remove_alumni_emails();

create function rebuild_alumni_emails() returns void language plpgsql as $$
begin
  truncate alumni_emails;
  insert into alumni_emails (email, alumnus_id)
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from alumni person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
 order by 1, 2;
end $$;

select rebuild_alumni_emails();
