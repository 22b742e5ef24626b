alter table alumni_changes add column source text;

comment on column alumni_changes.source is 'The table that was written; null is any';

create or replace function note_inserted_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids) select tg_table_name, array_agg(distinct buid) from new_rows where buid is not null having count(buid) > 0;
  return null;
end $$;
create or replace function note_updated_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids)
  select tg_table_name, array_agg(distinct buid) from (select buid from new_rows union all select buid from old_rows) written where buid is not null having count(buid) > 0;
  return null;
end $$;
create or replace function note_deleted_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids) select tg_table_name, array_agg(distinct buid) from old_rows where buid is not null having count(buid) > 0;
  return null;
end $$;
create or replace function note_all_alumni() returns trigger language plpgsql as $$
begin
  insert into alumni_changes (source, buids) values (tg_table_name, null);
  return null;
end $$;

drop view folded_names;

drop index if exists alumni_last_name_idx;

drop index if exists alumni_first_name_idx;

drop index if exists alumni_first2_idx;

drop index if exists alumni_first4_idx;

drop index if exists alumni_preferred2_idx;

drop index if exists alumni_former2_idx;

drop index if exists engagements_description_idx;
