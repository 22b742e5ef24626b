-- What has been wrong, or may be: one row from when it was first seen until it was well for some minutes. `told_at`:
-- when administrators were told; a row that never came so far goes again. `calm_at`: since when it is well.
create table incidents (
  id bigint generated always as identity primary key,
  condition text not null,
  seen_at timestamptz not null default now(),
  told_at timestamptz,
  calm_at timestamptz,
  over_at timestamptz
);
create unique index incidents_open_idx on incidents (condition) where over_at is null;

-- What each process tells of itself, beside that it runs.
alter table process_reports add column figures jsonb;
comment on column process_reports.figures is 'Values of gauges by their names: numbers only';
