-- The statistics are counted by the servers from everyone on file: nothing is counted on writing any more. The triggers
-- go with their functions.
drop function
  log_engagements_for_statistics,
  log_educations_for_statistics,
  log_affinities_for_statistics,
  log_alumni_for_statistics
cascade;

do $$
declare
  routine regprocedure;
begin
  for routine in
    select oid from pg_proc
    where pronamespace = current_schema()::regnamespace
      and proname in (
        'fold_engagement_statistics', 'fold_names', 'fold_educations', 'fold_people', 'fold_engagements', 'fold_cells', 'fold_events',
        'statistics_year', 'statistics_month', 'statistics_day', 'statistics_edition', 'day_a_year_before',
        'refresh_engagement_statistics', 'rebuild_engagement_statistics'
      )
  loop
    execute format('drop function %s', routine);
  end loop;
end $$;

drop table
  statistics_log,
  statistics_state,
  statistics_events,
  statistics_event_days,
  statistics_cells,
  statistics_alumni,
  statistics_subjects,
  statistics_segments;
