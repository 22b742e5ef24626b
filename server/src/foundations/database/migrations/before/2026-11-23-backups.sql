-- Backups that were made, or tried. What is at the target is told by its manifests; this is what people are shown.
create table backups (
  id text primary key,
  state text not null check (state in ('running', 'whole', 'failed')),
  target text not null,
  asked_by_id bigint references staff_users (id),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  pruned_at timestamptz,
  phase text not null default 'waiting' check (phase in ('waiting', 'database', 'files', 'finishing')),
  done bigint not null default 0,
  total bigint,
  database_bytes bigint,
  file_bytes bigint,
  files integer,
  failure text,
  drilled_at timestamptz,
  drill_failure text
);
create index backups_started_idx on backups (started_at);
comment on column backups.file_bytes is 'Of files that were not at the target before';

-- Who was deleted, restored or erased, told to the target of the backups, so that a restore does not bring people back.
create table signup_endings (
  id bigint generated always as identity primary key,
  -- Its public id: after a restore another person may get the same number.
  signup uuid not null,
  what text not null check (what in ('deleted', 'restored', 'forgotten')),
  at timestamptz not null default now(),
  noted_at timestamptz
);
create index signup_endings_waiting_idx on signup_endings (id) where noted_at is null;

-- What this installation came from: one row once it was restored. A copy sends no letter.
create table restores (
  id bigint generated always as identity primary key,
  backup_id text not null,
  snapshot_at timestamptz not null,
  restored_at timestamptz not null default now(),
  is_copy boolean not null
);

-- A letter of before a restore, until an administrator decides.
alter table letters add column held_at timestamptz;
