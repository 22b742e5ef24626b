create table alumni_changes (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  buids text[]
);
comment on table alumni_changes is 'Whose records a statement wrote; null is everyone. Read by transaction: what a snapshot did not include. Kept for a day';
create index alumni_changes_xid_idx on alumni_changes (xid);
create index alumni_changes_at_idx on alumni_changes (at);

create function note_inserted_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (buids) select array_agg(distinct buid) from new_rows where buid is not null having count(buid) > 0;
  return null;
end $$;
create function note_updated_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (buids)
  select array_agg(distinct buid) from (select buid from new_rows union all select buid from old_rows) written where buid is not null having count(buid) > 0;
  return null;
end $$;
create function note_deleted_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (buids) select array_agg(distinct buid) from old_rows where buid is not null having count(buid) > 0;
  return null;
end $$;
create function note_all_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (buids) values (null);
  return null;
end $$;

create trigger alumni_note_insert after insert on alumni referencing new table as new_rows for each statement execute function note_inserted_alumni();
create trigger alumni_note_update after update on alumni referencing old table as old_rows new table as new_rows for each statement execute function note_updated_alumni();
create trigger alumni_note_delete after delete on alumni referencing old table as old_rows for each statement execute function note_deleted_alumni();
create trigger alumni_note_truncate after truncate on alumni for each statement execute function note_all_alumni();

create trigger educations_note_insert after insert on educations referencing new table as new_rows for each statement execute function note_inserted_alumni();
create trigger educations_note_update after update on educations referencing old table as old_rows new table as new_rows for each statement execute function note_updated_alumni();
create trigger educations_note_delete after delete on educations referencing old table as old_rows for each statement execute function note_deleted_alumni();
create trigger educations_note_truncate after truncate on educations for each statement execute function note_all_alumni();

create trigger employments_note_insert after insert on employments referencing new table as new_rows for each statement execute function note_inserted_alumni();
create trigger employments_note_update after update on employments referencing old table as old_rows new table as new_rows for each statement execute function note_updated_alumni();
create trigger employments_note_delete after delete on employments referencing old table as old_rows for each statement execute function note_deleted_alumni();
create trigger employments_note_truncate after truncate on employments for each statement execute function note_all_alumni();

create trigger alumni_affinities_note_insert after insert on alumni_affinities referencing new table as new_rows for each statement execute function note_inserted_alumni();
create trigger alumni_affinities_note_update after update on alumni_affinities referencing old table as old_rows new table as new_rows for each statement execute function note_updated_alumni();
create trigger alumni_affinities_note_delete after delete on alumni_affinities referencing old table as old_rows for each statement execute function note_deleted_alumni();
create trigger alumni_affinities_note_truncate after truncate on alumni_affinities for each statement execute function note_all_alumni();

create trigger engagements_note_insert after insert on engagements referencing new table as new_rows for each statement execute function note_inserted_alumni();
create trigger engagements_note_update after update on engagements referencing old table as old_rows new table as new_rows for each statement execute function note_updated_alumni();
create trigger engagements_note_delete after delete on engagements referencing old table as old_rows for each statement execute function note_deleted_alumni();
create trigger engagements_note_truncate after truncate on engagements for each statement execute function note_all_alumni();

create trigger champion_signups_note_insert after insert on champion_signups referencing new table as new_rows for each statement execute function note_inserted_alumni();
create trigger champion_signups_note_update after update on champion_signups referencing old table as old_rows new table as new_rows for each statement execute function note_updated_alumni();
create trigger champion_signups_note_delete after delete on champion_signups referencing old table as old_rows for each statement execute function note_deleted_alumni();
create trigger champion_signups_note_truncate after truncate on champion_signups for each statement execute function note_all_alumni();

create function rebuild_alumni_changes() returns void language sql as $$ insert into alumni_changes (buids) values (null) $$;

create table saved_searches (
  id bigint generated always as identity primary key,
  staff_user_id bigint not null references staff_users (id),
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  unique (staff_user_id, name)
);
