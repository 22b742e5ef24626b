import { Migration } from '@mikro-orm/migrations'

/** Whose is this address: the five e-mail columns of alumni folded into one table, kept by every statement that writes alumni. */
export class AlumniEmails extends Migration {
  override up(): void {
    this.addSql(table)
    this.addSql(onInsert)
    this.addSql(onUpdate)
    this.addSql(onDelete)
    this.addSql(rebuild)
    this.addSql('select rebuild_alumni_emails()')
  }
}

const emailsOf = (rows: string) => `
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from ${rows} person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
`

// No foreign key and no index by alumnus: only the triggers write here, and they know the addresses they take away.
const table = `
create table alumni_emails (
  email text collate "C" not null,
  alumnus_id bigint not null,
  primary key (email, alumnus_id)
);
comment on table alumni_emails is 'Derived from alumni by its triggers; rebuild_alumni_emails() makes it anew';
comment on column alumni_emails.email is 'lower(btrim()) of any of the five addresses';
`

// A trigger keeps the plan of its first run, which may have met an empty table; a nested loop over the key serves any size.
const byKey = 'set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off'

const onInsert = `
create function add_alumni_emails() returns trigger language plpgsql as $$
begin
  insert into alumni_emails (email, alumnus_id) ${emailsOf('new_rows')};
  return null;
end $$;
create trigger alumni_emails_insert after insert on alumni
  referencing new table as new_rows for each statement execute function add_alumni_emails();
`

// Most updates leave every address as it was: rows are compared before addresses are.
const addresses = 'id, primary_email, personal_email, work_email, school_email, other_email'
const onUpdate = `
create function change_alumni_emails() returns trigger language plpgsql ${byKey} as $$
begin
  with
    before as (select ${addresses} from old_rows except select ${addresses} from new_rows),
    after as (select ${addresses} from new_rows except select ${addresses} from old_rows),
    gone as (${emailsOf('before')} except ${emailsOf('after')}),
    removed as (delete from alumni_emails kept using gone where kept.email = gone.email and kept.alumnus_id = gone.alumnus_id)
  insert into alumni_emails (email, alumnus_id) ${emailsOf('after')} except ${emailsOf('before')};
  return null;
end $$;
create trigger alumni_emails_update after update on alumni
  referencing old table as old_rows new table as new_rows for each statement execute function change_alumni_emails();
`

const onDelete = `
create function remove_alumni_emails() returns trigger language plpgsql ${byKey} as $$
begin
  delete from alumni_emails kept using (${emailsOf('old_rows')}) gone
    where kept.email = gone.email and kept.alumnus_id = gone.alumnus_id;
  return null;
end $$;
create trigger alumni_emails_delete after delete on alumni
  referencing old table as old_rows for each statement execute function remove_alumni_emails();
`

const rebuild = `
create function rebuild_alumni_emails() returns void language plpgsql as $$
begin
  truncate alumni_emails;
  insert into alumni_emails (email, alumnus_id) ${emailsOf('alumni')} order by 1, 2;
end $$;
`
