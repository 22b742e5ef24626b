-- Undo of an import: which batch undoes which, and what the history does not hold of the state before an import.
alter table contact_import_batches
  add column undoes_id bigint references contact_import_batches (id),
  add column keeps_before_images boolean not null default false;
alter table education_import_batches
  add column undoes_id bigint references education_import_batches (id),
  add column keeps_before_images boolean not null default false;
alter table employment_import_batches
  add column undoes_id bigint references employment_import_batches (id),
  add column keeps_before_images boolean not null default false;
comment on column contact_import_batches.keeps_before_images is 'Committed by a release that keeps all that an undo needs';
comment on column education_import_batches.keeps_before_images is 'Committed by a release that keeps all that an undo needs';
comment on column employment_import_batches.keeps_before_images is 'Committed by a release that keeps all that an undo needs';
create index contact_import_batches_undoes_idx on contact_import_batches (undoes_id) where undoes_id is not null;
create index education_import_batches_undoes_idx on education_import_batches (undoes_id) where undoes_id is not null;
create index employment_import_batches_undoes_idx on employment_import_batches (undoes_id) where undoes_id is not null;

create table import_before_images (
  type text not null,
  batch_id bigint not null,
  table_name text not null check (table_name in ('employments', 'crm_data_changes', 'crm_conflicts')),
  row_id bigint not null,
  before jsonb,
  after jsonb,
  primary key (type, batch_id, table_name, row_id)
);
comment on table import_before_images is 'Rows that an import deleted, or touched beside the records of its history; kept for 30 days for its undo';

create index record_changes_batch_idx on record_changes (import_type, import_batch_id, id) where import_batch_id is not null;

-- An alumnus is removed by an undo: PostgreSQL looks for what refers to them in each of these.
create index educations_buid_idx on educations (buid);
create index crm_data_changes_buid_idx on crm_data_changes (buid);
create index champion_signups_any_buid_idx on champion_signups (buid) where buid is not null;
