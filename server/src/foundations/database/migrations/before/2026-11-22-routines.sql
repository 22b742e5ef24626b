create table schema_routines (
  name text primary key,
  digest text not null,
  applied_at timestamptz not null default now()
);
comment on table schema_routines is 'The files of functions and triggers, with the SHA-256 of the text that was applied last';

-- Databases of v0.1.0 may lack it, those made since have it.
create index if not exists record_changes_deleted_idx on record_changes (import_type, import_batch_id, id) where deed = 'deleted';
