-- What each running server and worker says of itself, twice a minute.
create table process_reports (
  id uuid primary key,
  program text not null check (program in ('server', 'worker')),
  host text not null, pid integer not null, release text not null, release_commit text,
  started_at timestamptz not null, reported_at timestamptz not null default now(),
  memory_bytes bigint not null,
  queue jsonb
);
comment on column process_reports.queue is 'Of a worker: what waits, runs and has failed; kinds of jobs and numbers only';
