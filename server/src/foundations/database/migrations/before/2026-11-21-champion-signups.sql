create table champion_signups (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  email text not null,
  first_name text, last_name text, former_last_name text,
  buid text references alumni (buid),
  status text not null default 'started' check (status in ('started', 'completed', 'linked')),
  zip_code text, city text, country text, postal_code text,
  google_uid text unique, google_linked_at timestamptz,
  deleted_at timestamptz,
  merged_into_id bigint references champion_signups (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column champion_signups.country is 'ISO country code; blank means U.S.';
create unique index champion_signups_email_key on champion_signups (lower(email)) where deleted_at is null;
create index champion_signups_buid_idx on champion_signups (buid) where deleted_at is null;
