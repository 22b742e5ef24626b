create or replace function log_engagements_for_statistics() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into statistics_log (buid, record, delta, activity_code, engagement_date, description)
    select v.buid, 'engagement', v.delta, v.activity_code, v.engagement_date, v.description
    from old_rows o join new_rows n using (id),
      lateral (values (o.buid, -1, o.activity_code, o.engagement_date, o.description), (n.buid, 1, n.activity_code, n.engagement_date, n.description)) v (buid, delta, activity_code, engagement_date, description)
    where (o.buid, o.activity_code, o.engagement_date, o.description) is distinct from (n.buid, n.activity_code, n.engagement_date, n.description);
  elsif tg_op = 'INSERT' then
    insert into statistics_log (buid, record, delta, activity_code, engagement_date, description)
    select buid, 'engagement', 1, activity_code, engagement_date, description from new_rows;
  else
    insert into statistics_log (buid, record, delta, activity_code, engagement_date, description)
    select buid, 'engagement', -1, activity_code, engagement_date, description from old_rows;
  end if;
  return null;
end $$;

create or replace function log_educations_for_statistics() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into statistics_log (buid, record, delta, code, degree_date)
    select v.buid, 'education', v.delta, v.code, v.degree_date
    from old_rows o join new_rows n using (id),
      lateral (values (o.buid, -1, o.college_code, o.degree_date), (n.buid, 1, n.college_code, n.degree_date)) v (buid, delta, code, degree_date)
    where (o.buid, o.college_code, o.degree_date) is distinct from (n.buid, n.college_code, n.degree_date);
  elsif tg_op = 'INSERT' then
    insert into statistics_log (buid, record, delta, code, degree_date) select buid, 'education', 1, college_code, degree_date from new_rows;
  else
    insert into statistics_log (buid, record, delta, code, degree_date) select buid, 'education', -1, college_code, degree_date from old_rows;
  end if;
  return null;
end $$;

create or replace function log_affinities_for_statistics() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into statistics_log (buid, record, delta, code) select buid, 'affinity', -1, affinity_code from old_rows;
  end if;
  if tg_op <> 'DELETE' then
    insert into statistics_log (buid, record, delta, code) select buid, 'affinity', 1, affinity_code from new_rows;
  end if;
  return null;
end $$;

create or replace function log_alumni_for_statistics() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into statistics_log (buid, record, delta)
    select v.buid, 'living', v.delta
    from old_rows o join new_rows n using (id), lateral (values (o.buid, -1, o.deceased), (n.buid, 1, n.deceased)) v (buid, delta, deceased)
    where (o.buid, o.deceased) is distinct from (n.buid, n.deceased) and not v.deceased;
  elsif tg_op = 'INSERT' then
    insert into statistics_log (buid, record, delta) select buid, 'living', 1 from new_rows where not deceased;
  else
    insert into statistics_log (buid, record, delta) select buid, 'living', -1 from old_rows where not deceased;
  end if;
  return null;
end $$;


create or replace trigger engagements_statistics_insert after insert on engagements referencing new table as new_rows for each statement execute function log_engagements_for_statistics();
create or replace trigger engagements_statistics_update after update on engagements referencing old table as old_rows new table as new_rows for each statement execute function log_engagements_for_statistics();
create or replace trigger engagements_statistics_delete after delete on engagements referencing old table as old_rows for each statement execute function log_engagements_for_statistics();

create or replace trigger educations_statistics_insert after insert on educations referencing new table as new_rows for each statement execute function log_educations_for_statistics();
create or replace trigger educations_statistics_update after update on educations referencing old table as old_rows new table as new_rows for each statement execute function log_educations_for_statistics();
create or replace trigger educations_statistics_delete after delete on educations referencing old table as old_rows for each statement execute function log_educations_for_statistics();

create or replace trigger alumni_affinities_statistics_insert after insert on alumni_affinities referencing new table as new_rows for each statement execute function log_affinities_for_statistics();
create or replace trigger alumni_affinities_statistics_update after update on alumni_affinities referencing old table as old_rows new table as new_rows for each statement execute function log_affinities_for_statistics();
create or replace trigger alumni_affinities_statistics_delete after delete on alumni_affinities referencing old table as old_rows for each statement execute function log_affinities_for_statistics();

create or replace trigger alumni_statistics_insert after insert on alumni referencing new table as new_rows for each statement execute function log_alumni_for_statistics();
create or replace trigger alumni_statistics_update after update on alumni referencing old table as old_rows new table as new_rows for each statement execute function log_alumni_for_statistics();
create or replace trigger alumni_statistics_delete after delete on alumni referencing old table as old_rows for each statement execute function log_alumni_for_statistics();
