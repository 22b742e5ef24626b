import { Migration } from '@mikro-orm/migrations'

/** Notes say which table was written, so that names in memory need not follow engagements; the indexes that names were looked up by go. */
export class NamesInMemory extends Migration {
  override up(): void {
    this.addSql('alter table alumni_changes add column source text')
    this.addSql("comment on column alumni_changes.source is 'The table that was written; null is any'")
    this.addSql(noting('inserted', 'new_rows'))
    this.addSql(noting('updated', '(select buid from new_rows union all select buid from old_rows) written'))
    this.addSql(noting('deleted', 'old_rows'))
    this.addSql(notingAll)
    this.addSql('drop view folded_names')
    for (const index of ['alumni_last_name_idx', 'alumni_first_name_idx', 'alumni_first2_idx', 'alumni_first4_idx', 'alumni_preferred2_idx', 'alumni_former2_idx', 'engagements_description_idx']) this.addSql(`drop index if exists ${index}`)
  }
}

const noting = (deed: string, rows: string) => `
create or replace function note_${deed}_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids) select tg_table_name, array_agg(distinct buid) from ${rows} where buid is not null having count(buid) > 0;
  return null;
end $$`

const notingAll = `
create or replace function note_all_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids) values (tg_table_name, null);
  return null;
end $$`
