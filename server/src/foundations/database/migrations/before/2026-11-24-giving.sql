-- An uploaded giving file, first as a preview, then as a record of the import. Of the file itself only who gave on which day is kept.
create table giving_imports (
  id bigint generated always as identity primary key,
  uploaded_by_id bigint not null references staff_users (id),
  uploaded_at timestamptz not null default now(),
  -- The day of the upload (UTC): what came later cannot be in the file.
  uploaded_on date not null,
  expires_at timestamptz not null,
  coverage_start date, coverage_end date,
  content_digest text,
  -- What the import would do, as its person was last shown; after the commit, what it did.
  evaluation jsonb,
  -- The last import that the evaluation knew of.
  after_batch_id bigint not null default 0,
  committed_at timestamptz,
  engagement_batch_id bigint references engagement_batches (id)
);
comment on table giving_imports is 'Never holds an amount of money, nor a column of the file but contact id and gift date';
create index giving_imports_committed_idx on giving_imports (engagement_batch_id, id) where committed_at is not null;
create index giving_imports_uploaded_by_idx on giving_imports (uploaded_by_id) where committed_at is null;
create index giving_imports_expires_idx on giving_imports (expires_at);

create table giving_import_rows (
  import_id bigint not null references giving_imports (id) on delete cascade,
  line integer not null,
  crm_id text check (length(crm_id) = 15),
  gift_date date,
  -- Why the row cannot be read, in our words.
  problem text,
  -- What became of it, noted at the commit for rows that were not imported.
  outcome text,
  primary key (import_id, line)
);

create index engagements_gift_idx on engagements (engagement_date, buid) where activity_code = 'gift';

-- The log knows batches that a person has brought in, beside those of a system with a key.
alter table engagement_batches
  alter column api_key_id drop not null,
  add column staff_user_id bigint references staff_users (id),
  add check (num_nonnulls(api_key_id, staff_user_id) = 1),
  add unique (staff_user_id, batch_id);
