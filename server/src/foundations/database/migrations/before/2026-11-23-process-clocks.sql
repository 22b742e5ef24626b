-- How far the clock of a process is from the database's: a worker that is more than five seconds off takes no jobs.
alter table process_reports add column clock_ahead_ms integer;
