-- outside a transaction
create index concurrently agenda_jobs_failed_idx on agenda_jobs (name, failed_at) where failed_at is not null;
