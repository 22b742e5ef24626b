-- A CRM file that is being sent in as many requests as it takes.
create table import_uploads (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('contacts', 'educations', 'areas-of-study', 'employment')),
  by_id bigint not null references staff_users (id),
  file_name text not null,
  size bigint not null check (size > 0),
  received bigint not null default 0 check (received between 0 and size),
  -- The keys of the stored pieces, in their order; empty again once they have become the batch's file.
  pieces jsonb not null default '[]',
  -- In the table of batches of the type.
  batch_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index import_uploads_by_idx on import_uploads (by_id);
create index import_uploads_updated_idx on import_uploads (updated_at);
