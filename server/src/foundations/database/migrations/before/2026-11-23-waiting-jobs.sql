-- outside a transaction
create index concurrently agenda_jobs_waiting_idx on agenda_jobs (next_run_at) where locked_at is null and repeat_interval is null;
