-- The change log of alumni for the people index. It is append-only, so that writers never wait for each other.
create or replace function note_inserted_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  select tg_table_name, array_agg(distinct buid) from new_rows where buid is not null having count(buid) > 0;
  return null;
end $$;

create or replace function note_updated_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  select tg_table_name, array_agg(distinct buid) from (select buid from new_rows union all select buid from old_rows) written
  where buid is not null having count(buid) > 0;
  return null;
end $$;

create or replace function note_deleted_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  select tg_table_name, array_agg(distinct buid) from old_rows where buid is not null having count(buid) > 0;
  return null;
end $$;

-- An empty row means that all alumni may have changed.
create or replace function note_all_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes default values;
  return null;
end $$;

do $$
declare
  written text;
begin
  foreach written in array array['alumni', 'educations', 'employments', 'alumni_affinities', 'engagements', 'champion_signups', 'asks'] loop
    execute format('
      create or replace trigger %1$s_note_insert after insert on %1$s referencing new table as new_rows for each statement execute function note_inserted_alumni();
      create or replace trigger %1$s_note_update after update on %1$s referencing old table as old_rows new table as new_rows for each statement execute function note_updated_alumni();
      create or replace trigger %1$s_note_delete after delete on %1$s referencing old table as old_rows for each statement execute function note_deleted_alumni();
      create or replace trigger %1$s_note_truncate after truncate on %1$s for each statement execute function note_all_alumni();
    ', written);
  end loop;
end $$;
