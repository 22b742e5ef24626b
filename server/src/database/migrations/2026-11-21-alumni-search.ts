import { Migration } from '@mikro-orm/migrations'

/** Notes whose records changed, for the search that keeps everyone in memory; and searches under a name. */
export class AlumniSearch extends Migration {
  override up(): void {
    this.addSql(changes)
    for (const table of ['alumni', 'educations', 'employments', 'alumni_affinities', 'engagements', 'champion_signups']) this.addSql(noted(table))
    this.addSql(rebuild)
    this.addSql(saved)
  }
}

// Only appended to: no two writers ever wait for each other here, or fail, at any isolation level.
const changes = `
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
`

const noted = (table: string) => `
create trigger ${table}_note_insert after insert on ${table} referencing new table as new_rows for each statement execute function note_inserted_alumni();
create trigger ${table}_note_update after update on ${table} referencing old table as old_rows new table as new_rows for each statement execute function note_updated_alumni();
create trigger ${table}_note_delete after delete on ${table} referencing old table as old_rows for each statement execute function note_deleted_alumni();
create trigger ${table}_note_truncate after truncate on ${table} for each statement execute function note_all_alumni();
`

const rebuild = `
create function rebuild_alumni_changes() returns void language sql as $$ insert into alumni_changes (buids) values (null) $$;
`

const saved = `
create table saved_searches (
  id bigint generated always as identity primary key,
  staff_user_id bigint not null references staff_users (id),
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  unique (staff_user_id, name)
);
`
