create table statistics_log (
  buid text not null,
  record text not null,
  delta smallint not null,
  activity_code text, engagement_date date, description text,
  code text
);
comment on table statistics_log is 'What was written since the figures were made, in the transaction of the write: +1 a row came, -1 a row went, 0 count the person anew. Only appended to; folding empties it';
comment on column statistics_log.record is 'engagement, college (of an education), affinity (membership), living (alumnus) or day (the calendar moved on)';

create table statistics_state (
  is_the_row boolean primary key default true check (is_the_row),
  fiscal_year_start text not null,
  as_of date not null,
  refreshed_at timestamptz not null
);
comment on column statistics_state.as_of is 'Engagements later than this day do not count yet';

create table statistics_segments (
  id integer generated always as identity primary key,
  college_code text, affinity_code text,
  alumni integer not null default 0,
  constraint statistics_segments_key unique nulls not distinct (college_code, affinity_code)
);
comment on table statistics_segments is 'People by college and affinity, null for all of them; a person is in every segment that fits. alumni: how many of them live';
create index statistics_segments_affinity_idx on statistics_segments (affinity_code, college_code);

create table statistics_subjects (
  id integer generated always as identity primary key,
  activity_code text, description text
);
comment on table statistics_subjects is 'What people do: everything (both null), one activity, or one of its events';
create unique index statistics_subjects_key on statistics_subjects (md5(activity_code), md5(description)) nulls not distinct;

create table statistics_cells (
  segment_id integer not null, subject_id integer not null, year smallint not null,
  engagements integer not null, engaged integer not null, engaged_living integer not null, first_time integer not null,
  engagements_to_day integer not null, engaged_to_day integer not null, engaged_living_to_day integer not null, first_time_to_day integer not null,
  month_1 integer not null, month_2 integer not null, month_3 integer not null, month_4 integer not null, month_5 integer not null, month_6 integer not null, month_7 integer not null, month_8 integer not null, month_9 integer not null, month_10 integer not null, month_11 integer not null, month_12 integer not null,
  primary key (segment_id, subject_id, year)
) with (fillfactor = 80);
comment on table statistics_cells is 'Figures of a fiscal year; _to_day: up to the day a year before as_of, filled in the year before the current one';

create table statistics_events (
  segment_id integer not null, year smallint not null, subject_id integer not null,
  engagements integer not null, engaged integer not null,
  primary key (segment_id, year, subject_id)
) with (fillfactor = 80);
create table statistics_event_days (
  subject_id integer not null, day date not null,
  engagements integer not null,
  primary key (subject_id, day)
) with (fillfactor = 80);

create function log_engagements_for_statistics() returns trigger language plpgsql as $$
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

create function log_educations_for_statistics() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into statistics_log (buid, record, delta, code)
    select v.buid, 'college', v.delta, v.code
    from old_rows o join new_rows n using (id), lateral (values (o.buid, -1, o.college_code), (n.buid, 1, n.college_code)) v (buid, delta, code)
    where (o.buid, o.college_code) is distinct from (n.buid, n.college_code) and v.code <> '';
  elsif tg_op = 'INSERT' then
    insert into statistics_log (buid, record, delta, code) select buid, 'college', 1, college_code from new_rows where college_code <> '';
  else
    insert into statistics_log (buid, record, delta, code) select buid, 'college', -1, college_code from old_rows where college_code <> '';
  end if;
  return null;
end $$;

create function log_affinities_for_statistics() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into statistics_log (buid, record, delta, code) select buid, 'affinity', -1, affinity_code from old_rows;
  end if;
  if tg_op <> 'DELETE' then
    insert into statistics_log (buid, record, delta, code) select buid, 'affinity', 1, affinity_code from new_rows;
  end if;
  return null;
end $$;

create function log_alumni_for_statistics() returns trigger language plpgsql as $$
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


create trigger engagements_statistics_insert after insert on engagements referencing new table as new_rows for each statement execute function log_engagements_for_statistics();
create trigger engagements_statistics_update after update on engagements referencing old table as old_rows new table as new_rows for each statement execute function log_engagements_for_statistics();
create trigger engagements_statistics_delete after delete on engagements referencing old table as old_rows for each statement execute function log_engagements_for_statistics();

create trigger educations_statistics_insert after insert on educations referencing new table as new_rows for each statement execute function log_educations_for_statistics();
create trigger educations_statistics_update after update on educations referencing old table as old_rows new table as new_rows for each statement execute function log_educations_for_statistics();
create trigger educations_statistics_delete after delete on educations referencing old table as old_rows for each statement execute function log_educations_for_statistics();

create trigger alumni_affinities_statistics_insert after insert on alumni_affinities referencing new table as new_rows for each statement execute function log_affinities_for_statistics();
create trigger alumni_affinities_statistics_update after update on alumni_affinities referencing old table as old_rows new table as new_rows for each statement execute function log_affinities_for_statistics();
create trigger alumni_affinities_statistics_delete after delete on alumni_affinities referencing old table as old_rows for each statement execute function log_affinities_for_statistics();

create trigger alumni_statistics_insert after insert on alumni referencing new table as new_rows for each statement execute function log_alumni_for_statistics();
create trigger alumni_statistics_update after update on alumni referencing old table as old_rows new table as new_rows for each statement execute function log_alumni_for_statistics();
create trigger alumni_statistics_delete after delete on alumni referencing old table as old_rows for each statement execute function log_alumni_for_statistics();

create function statistics_year(day date, fiscal_year_start text) returns integer language sql immutable return
  date_part('year', day)::integer
    + case when fiscal_year_start = '01-01' or date_part('month', day) * 100 + date_part('day', day) < replace(fiscal_year_start, '-', '')::integer then 0 else 1 end;
comment on function statistics_year is 'The fiscal year of a day, by the calendar year in which it ends';

create function statistics_month(day date, fiscal_year_start text) returns integer language sql immutable return
  (date_part('month', day - (right(fiscal_year_start, 2)::integer - 1))::integer - left(fiscal_year_start, 2)::integer + 12) % 12 + 1;
comment on function statistics_month is '1 to 12, counted from the first day of the fiscal year, also where that is in the middle of a month';

create function day_a_year_before(day date) returns date language sql immutable return
  greatest((day - interval '1 year')::date, (day + 1 - interval '1 year')::date - 1);
comment on function day_a_year_before is 'With 29 February on the side of 28 February, so that the last day of a year is its last day a year before, too';

create function fold_engagement_statistics(people text[], old_as_of date, new_as_of date, fiscal_year_start text) returns void language plpgsql
set plan_cache_mode = force_custom_plan set work_mem = '256MB' as $$
declare
  old_to_day date := day_a_year_before(old_as_of);
  new_to_day date := day_a_year_before(new_as_of);
  year_before integer := statistics_year(new_as_of, fiscal_year_start) - 1;
  everything integer;
begin
  insert into statistics_subjects (activity_code, description)
  select distinct a.activity_code, a.description
  from (select distinct nullif(e.activity_code, '') as activity_code, nullif(e.description, '') as description from unnest(people) p (buid) join engagements e using (buid)) e,
    lateral (values (e.activity_code, e.description), (e.activity_code, null), (null, null)) a (activity_code, description)
  where a.activity_code is not null or a.description is null
  on conflict do nothing;

  insert into statistics_segments (college_code, affinity_code)
  select distinct c.code, a.code
  from unnest(people) p (buid)
    join (select buid, college_code as code from unnest(people) p (buid) join educations using (buid) where kind = 'degree' and college_code <> '' union all select buid, college_code as code from unnest(people) p (buid) join educations using (buid) where kind = 'area_of_study' and college_code <> '' union all select buid, null from unnest(people) p (buid)) c using (buid)
    join (select buid, affinity_code as code from unnest(people) p (buid) join alumni_affinities using (buid) union all select buid, null from unnest(people) p (buid)) a using (buid)
  on conflict do nothing;

  select id into everything from statistics_subjects where activity_code is null and description is null;

  with person as materialized (
    select unnest(people) as buid
  ), log as materialized (
    select l.* from statistics_log l join person using (buid)
  ), college as (
    select buid, code, sum(was) > 0 as was, sum(is_now) > 0 as is_now from (
      select buid, code, 1 as was, 1 as is_now from (select buid, college_code as code from unnest(people) p (buid) join educations using (buid) where kind = 'degree' and college_code <> '' union all select buid, college_code as code from unnest(people) p (buid) join educations using (buid) where kind = 'area_of_study' and college_code <> '') e
      union all select buid, code, -delta, 0 from log where record = 'college'
    ) c group by buid, code
  ), affinity as (
    select buid, code, sum(was) > 0 as was, sum(is_now) > 0 as is_now from (
      select buid, affinity_code as code, 1 as was, 1 as is_now from person join alumni_affinities using (buid)
      union all select buid, code, -delta, 0 from log where record = 'affinity'
    ) a group by buid, code
  ), life as (
    select buid, sum(was) > 0 as was, sum(is_now) > 0 as is_now from (
      select buid, 1 as was, 1 as is_now from person join alumni using (buid) where not deceased
      union all select buid, -delta, 0 from log where record = 'living'
      union all select buid, 0, 0 from person
    ) l group by buid
  ), in_college as (
    select buid, sign, code from college, lateral (values (-1, was), (1, is_now)) v (sign, holds) where holds
    union all select buid, sign, null from person, (values (-1), (1)) v (sign)
  ), in_affinity as (
    select buid, sign, code from affinity, lateral (values (-1, was), (1, is_now)) v (sign, holds) where holds
    union all select buid, sign, null from person, (values (-1), (1)) v (sign)
  ), segment as materialized (
    select buid, sign, g.id as segment_id, is_living
    from (
      select buid, sign, coalesce(c.code, '') as college_code, coalesce(a.code, '') as affinity_code, case sign when 1 then l.is_now else l.was end as is_living
      from in_college c join in_affinity a using (buid, sign) join life l using (buid)
      offset 0 -- to be joined by both codes at once
    ) p join statistics_segments g on coalesce(g.college_code, '') = p.college_code and coalesce(g.affinity_code, '') = p.affinity_code
  ), engagement as (
    select buid, activity_code, engagement_date, description, sum(was)::integer as was, sum(is_now)::integer as is_now from (
      select buid, activity_code, engagement_date, description, 1 as was, 1 as is_now from person join engagements using (buid)
      union all select buid, activity_code, engagement_date, description, -delta, 0 from log where record = 'engagement'
    ) e group by buid, activity_code, engagement_date, description
  ), counted as materialized (
    select buid, sign, nullif(activity_code, '') as activity_code, nullif(description, '') as description, engagement_date as day, times,
      statistics_year(engagement_date, fiscal_year_start) as year, statistics_month(engagement_date, fiscal_year_start) as month, engagement_date <= to_day as is_to_day
    from engagement, lateral (values (-1, was, old_as_of, old_to_day), (1, is_now, new_as_of, new_to_day)) v (sign, times, as_of, to_day)
    where times > 0 and engagement_date <= as_of
  ), fact as materialized (
    select buid, sign, year, activity_code, sum(times)::integer as engagements, year = min(year) over (partition by buid, sign, activity_code, grouping(activity_code)) as is_first,
      coalesce(sum(times) filter (where is_to_day and year = year_before), 0)::integer as to_day,
      coalesce(sum(times) filter (where month = 1), 0)::integer as month_1, coalesce(sum(times) filter (where month = 2), 0)::integer as month_2, coalesce(sum(times) filter (where month = 3), 0)::integer as month_3, coalesce(sum(times) filter (where month = 4), 0)::integer as month_4, coalesce(sum(times) filter (where month = 5), 0)::integer as month_5, coalesce(sum(times) filter (where month = 6), 0)::integer as month_6, coalesce(sum(times) filter (where month = 7), 0)::integer as month_7, coalesce(sum(times) filter (where month = 8), 0)::integer as month_8, coalesce(sum(times) filter (where month = 9), 0)::integer as month_9, coalesce(sum(times) filter (where month = 10), 0)::integer as month_10, coalesce(sum(times) filter (where month = 11), 0)::integer as month_11, coalesce(sum(times) filter (where month = 12), 0)::integer as month_12,
      grouping(activity_code) = 1 as is_total
    from counted group by grouping sets ((buid, sign, year, activity_code), (buid, sign, year))
  ), cells as (
    insert into statistics_cells as t (segment_id, subject_id, year, engagements, engaged, engaged_living, first_time, engagements_to_day, engaged_to_day, engaged_living_to_day, first_time_to_day, month_1, month_2, month_3, month_4, month_5, month_6, month_7, month_8, month_9, month_10, month_11, month_12)
    select s.segment_id, case when f.is_total then everything else a.id end, f.year,
  sum(f.sign * f.engagements), sum(f.sign), coalesce(sum(f.sign) filter (where s.is_living), 0), coalesce(sum(f.sign) filter (where f.is_first), 0),
  sum(f.sign * f.to_day), coalesce(sum(f.sign) filter (where f.to_day > 0), 0), coalesce(sum(f.sign) filter (where f.to_day > 0 and s.is_living), 0), coalesce(sum(f.sign) filter (where f.to_day > 0 and f.is_first), 0),
  sum(f.sign * f.month_1), sum(f.sign * f.month_2), sum(f.sign * f.month_3), sum(f.sign * f.month_4), sum(f.sign * f.month_5), sum(f.sign * f.month_6), sum(f.sign * f.month_7), sum(f.sign * f.month_8), sum(f.sign * f.month_9), sum(f.sign * f.month_10), sum(f.sign * f.month_11), sum(f.sign * f.month_12)

    from fact f join segment s using (buid, sign) left join statistics_subjects a on a.activity_code = f.activity_code and a.description is null
    where f.is_total or f.activity_code is not null
    group by 1, 2, 3
    on conflict (segment_id, subject_id, year) do update set engagements = t.engagements + excluded.engagements, engaged = t.engaged + excluded.engaged, engaged_living = t.engaged_living + excluded.engaged_living, first_time = t.first_time + excluded.first_time, engagements_to_day = t.engagements_to_day + excluded.engagements_to_day, engaged_to_day = t.engaged_to_day + excluded.engaged_to_day, engaged_living_to_day = t.engaged_living_to_day + excluded.engaged_living_to_day, first_time_to_day = t.first_time_to_day + excluded.first_time_to_day, month_1 = t.month_1 + excluded.month_1, month_2 = t.month_2 + excluded.month_2, month_3 = t.month_3 + excluded.month_3, month_4 = t.month_4 + excluded.month_4, month_5 = t.month_5 + excluded.month_5, month_6 = t.month_6 + excluded.month_6, month_7 = t.month_7 + excluded.month_7, month_8 = t.month_8 + excluded.month_8, month_9 = t.month_9 + excluded.month_9, month_10 = t.month_10 + excluded.month_10, month_11 = t.month_11 + excluded.month_11, month_12 = t.month_12 + excluded.month_12
  ), attendance as materialized (
    select buid, sign, year, a.id as subject_id, day, times
    from counted c join statistics_subjects a on md5(a.activity_code) = md5(c.activity_code) and md5(a.description) = md5(c.description)
  ), events as (
    insert into statistics_events as t (segment_id, year, subject_id, engagements, engaged)
    select s.segment_id, f.year, f.subject_id, sum(f.sign * f.times), sum(f.sign)
    from (select buid, sign, year, subject_id, sum(times)::integer as times from attendance group by 1, 2, 3, 4) f join segment s using (buid, sign)
    group by 1, 2, 3
    on conflict (segment_id, year, subject_id) do update set engagements = t.engagements + excluded.engagements, engaged = t.engaged + excluded.engaged
  ), event_days as (
    insert into statistics_event_days as t (subject_id, day, engagements)
    select subject_id, day, sum(sign * times) from attendance group by 1, 2
    on conflict (subject_id, day) do update set engagements = t.engagements + excluded.engagements
  )
  update statistics_segments g set alumni = g.alumni + d.alumni
  from (select segment_id, sum(sign) as alumni from segment where is_living group by 1) d where g.id = d.segment_id and d.alumni <> 0;

  delete from statistics_log l using unnest(people) p (buid) where l.buid = p.buid;
end $$;

create function refresh_engagement_statistics(new_fiscal_year_start text, most integer, today date default (now() at time zone 'utc')::date) returns boolean language plpgsql as $$
declare
  state statistics_state;
  people text[];
begin
  select * into state from statistics_state;
  if state.fiscal_year_start <> new_fiscal_year_start or today < state.as_of or statistics_year(today, new_fiscal_year_start) <> statistics_year(state.as_of, new_fiscal_year_start) then
    perform rebuild_engagement_statistics(new_fiscal_year_start, today);
    return true;
  end if;
  if today > state.as_of then
    -- Whoever the new days touch is counted anew, all in one go: the log may not mix people as of two days.
    most := null;
    insert into statistics_log (buid, record, delta)
    select distinct buid, 'day', 0 from engagements
    where (engagement_date > state.as_of and engagement_date <= today) or (engagement_date > day_a_year_before(state.as_of) and engagement_date <= day_a_year_before(today));
  end if;
  select array_agg(buid) into people from (select distinct buid from statistics_log limit most) l;
  if people is not null then perform fold_engagement_statistics(people, state.as_of, today, new_fiscal_year_start); end if;
  if exists (select from statistics_log) then return false; end if;
  update statistics_state set as_of = today, refreshed_at = now();
  return true;
end $$;
comment on function refresh_engagement_statistics is 'Folds the log of at most so many people; true when nothing is left of what was committed before. To be called at REPEATABLE READ with statistics_state locked';

create function rebuild_engagement_statistics(new_fiscal_year_start text default null, today date default (now() at time zone 'utc')::date) returns void language plpgsql
set work_mem = '256MB' set jit = off set enable_nestloop = off set enable_mergejoin = off as $$
declare
  starts text := coalesce(new_fiscal_year_start, (select fiscal_year_start from statistics_state), '07-01');
  last_to_day date := day_a_year_before(today);
  year_before integer := statistics_year(today, starts) - 1;
begin
  delete from statistics_cells;
  delete from statistics_events;
  delete from statistics_event_days;
  delete from statistics_log;
  delete from statistics_segments;
  delete from statistics_subjects;

  create temp table person on commit drop as
  select a.buid, a.id::integer as person_id, not a.deceased as is_living, coalesce(c.codes, '{}') as colleges, coalesce(m.codes, '{}') as affinities
  from alumni a
    left join (select buid, array_agg(distinct college_code order by college_code) as codes from educations where college_code <> '' group by buid) c using (buid)
    left join (select buid, array_agg(affinity_code order by affinity_code) as codes from alumni_affinities group by buid) m using (buid);
  create temp table profile on commit drop as
  select row_number() over ()::integer as profile_id, colleges, affinities, is_living, count(*)::integer as people from person group by colleges, affinities, is_living;
  insert into statistics_segments (college_code, affinity_code, alumni)
  select c.code, a.code, coalesce(sum(p.people) filter (where p.is_living), 0)
  from profile p, unnest(p.colleges || null::text) c (code), unnest(p.affinities || null::text) a (code) group by 1, 2;
  create temp table profile_segment on commit drop as
  select p.profile_id, g.id as segment_id, p.is_living
  from (
    select profile_id, is_living, coalesce(c.code, '') as college_code, coalesce(a.code, '') as affinity_code
    from profile cross join unnest(colleges || null::text) c (code) cross join unnest(affinities || null::text) a (code)
    offset 0 -- to be joined by both codes at once
  ) p join statistics_segments g on coalesce(g.college_code, '') = p.college_code and coalesce(g.affinity_code, '') = p.affinity_code;
  create temp table member on commit drop as
  select buid, person_id, profile_id from person join profile using (colleges, affinities, is_living);

  create temp table event on commit drop as
  select row_number() over ()::integer as event_id, activity_code, description from (select activity_code, coalesce(description, '') as description from engagements group by 1, 2) e;
  insert into statistics_subjects (activity_code, description)
  select distinct a.activity_code, a.description
  from event e, lateral (values (nullif(e.activity_code, ''), nullif(e.description, '')), (nullif(e.activity_code, ''), null), (null, null)) a (activity_code, description)
  where a.activity_code is not null or a.description is null;
  create temp table event_subject on commit drop as
  select e.event_id, a.id as activity_id, s.id as subject_id
  from event e
    left join statistics_subjects a on a.activity_code = e.activity_code and a.description is null
    left join statistics_subjects s on s.activity_code = e.activity_code and s.description = e.description;
  analyze profile, profile_segment, member, event, event_subject;

  -- Each engagement, in whole numbers from here on.
  create temp table counted on commit drop as
  select m.person_id, m.profile_id, s.activity_id, s.subject_id, d.year, d.month, d.is_to_day, e.engagement_date as day
  from engagements e join member m using (buid) join event v on v.activity_code = e.activity_code and coalesce(v.description, '') = coalesce(e.description, '') join event_subject s using (event_id)
    join (
      select day, statistics_year(day, starts) as year, statistics_month(day, starts) as month, day <= last_to_day and statistics_year(day, starts) = year_before as is_to_day
      from (select distinct engagement_date as day from engagements where engagement_date <= today) d
    ) d on d.day = e.engagement_date;
  analyze counted;

  create temp table fact on commit drop as
  select person_id, profile_id, activity_id, year, count(*)::integer as engagements, (count(*) filter (where is_to_day))::integer as to_day,
    (count(*) filter (where month = 1))::integer as month_1, (count(*) filter (where month = 2))::integer as month_2, (count(*) filter (where month = 3))::integer as month_3, (count(*) filter (where month = 4))::integer as month_4, (count(*) filter (where month = 5))::integer as month_5, (count(*) filter (where month = 6))::integer as month_6, (count(*) filter (where month = 7))::integer as month_7, (count(*) filter (where month = 8))::integer as month_8, (count(*) filter (where month = 9))::integer as month_9, (count(*) filter (where month = 10))::integer as month_10, (count(*) filter (where month = 11))::integer as month_11, (count(*) filter (where month = 12))::integer as month_12
  from counted group by 1, 2, 3, 4;
  insert into fact
  select person_id, profile_id, (select id from statistics_subjects where activity_code is null), year, sum(engagements), sum(to_day), sum(month_1), sum(month_2), sum(month_3), sum(month_4), sum(month_5), sum(month_6), sum(month_7), sum(month_8), sum(month_9), sum(month_10), sum(month_11), sum(month_12)
  from fact group by person_id, profile_id, year;
  delete from fact where activity_id is null;
  analyze fact;

  insert into statistics_cells (segment_id, subject_id, year, engagements, engaged, engaged_living, first_time, engagements_to_day, engaged_to_day, engaged_living_to_day, first_time_to_day, month_1, month_2, month_3, month_4, month_5, month_6, month_7, month_8, month_9, month_10, month_11, month_12)
  select p.segment_id, f.activity_id, f.year, sum(f.engagements), sum(f.engaged), coalesce(sum(f.engaged) filter (where p.is_living), 0), sum(f.first_time),
    sum(f.to_day), sum(f.engaged_to_day), coalesce(sum(f.engaged_to_day) filter (where p.is_living), 0), sum(f.first_time_to_day), sum(f.month_1), sum(f.month_2), sum(f.month_3), sum(f.month_4), sum(f.month_5), sum(f.month_6), sum(f.month_7), sum(f.month_8), sum(f.month_9), sum(f.month_10), sum(f.month_11), sum(f.month_12)
  from (
    select f.profile_id, f.activity_id, f.year, count(*)::integer as engaged, (count(*) filter (where f.year = b.first_year))::integer as first_time,
      (count(*) filter (where f.to_day > 0))::integer as engaged_to_day, (count(*) filter (where f.to_day > 0 and f.year = b.first_year))::integer as first_time_to_day,
      sum(f.engagements)::integer as engagements, sum(f.to_day)::integer as to_day, sum(f.month_1)::integer as month_1, sum(f.month_2)::integer as month_2, sum(f.month_3)::integer as month_3, sum(f.month_4)::integer as month_4, sum(f.month_5)::integer as month_5, sum(f.month_6)::integer as month_6, sum(f.month_7)::integer as month_7, sum(f.month_8)::integer as month_8, sum(f.month_9)::integer as month_9, sum(f.month_10)::integer as month_10, sum(f.month_11)::integer as month_11, sum(f.month_12)::integer as month_12
    from fact f join (select person_id, activity_id, min(year) as first_year from fact group by 1, 2) b using (person_id, activity_id)
    group by 1, 2, 3
  ) f join profile_segment p using (profile_id)
  group by 1, 2, 3;

  insert into statistics_events (segment_id, year, subject_id, engagements, engaged)
  select p.segment_id, f.year, f.subject_id, sum(f.engagements), sum(f.engaged)
  from (
    select profile_id, year, subject_id, count(*)::integer as engaged, sum(times)::integer as engagements
    from (select person_id, profile_id, year, subject_id, count(*)::integer as times from counted where subject_id is not null group by 1, 2, 3, 4) e group by 1, 2, 3
  ) f join profile_segment p using (profile_id)
  group by 1, 2, 3;
  insert into statistics_event_days (subject_id, day, engagements)
  select subject_id, day, count(*) from counted where subject_id is not null group by 1, 2;

  insert into statistics_state (fiscal_year_start, as_of, refreshed_at) values (starts, today, now())
  on conflict (is_the_row) do update set fiscal_year_start = excluded.fiscal_year_start, as_of = excluded.as_of, refreshed_at = excluded.refreshed_at;
  drop table person, profile, profile_segment, member, event, event_subject, counted, fact;
end $$;
comment on function rebuild_engagement_statistics is 'Makes all figures anew; to be called where nobody writes, or at REPEATABLE READ';

select rebuild_engagement_statistics();
