-- The figures of people whom the log names are taken away as they were (sign -1) and added as they are (sign 1). How they were
-- follows from how they are and the log, so a transaction at REPEATABLE READ, which sees both at one moment, is exact.
-- Everyone else's figures stay.
create or replace function fold_engagement_statistics(people text[], old_as_of date, new_as_of date, fiscal_year_start text) returns void language plpgsql
set plan_cache_mode = force_custom_plan set work_mem = '256MB' set random_page_cost = 1.1 set jit = off as $$
declare
  everything integer;
begin
  create temp table fold_log on commit drop as
    select l.* from unnest(people) p (buid) join statistics_log l using (buid);
  -- Whoever has another degree, affinity or day: all that they did counts elsewhere.
  create temp table fold_moved on commit drop as
    select distinct buid from fold_log where record <> 'engagement';
  analyze fold_log, fold_moved;
  perform fold_names(people);
  perform fold_people(people, fiscal_year_start);
  perform fold_engagements(people, old_as_of, new_as_of, fiscal_year_start);

  select id into everything from statistics_subjects where activity_code is null and description is null;
  perform fold_cells(everything);
  perform fold_events();

  update statistics_segments g set alumni = g.alumni + d.alumni
  from (select segment_id, sum(sign) as alumni from fold_segment where is_living group by 1) d
  where g.id = d.segment_id and d.alumni <> 0;
  insert into statistics_alumni as t (segment_id, year, alumni)
  select segment_id, since, sum(sign) from fold_segment where is_living and since is not null group by 1, 2 having sum(sign) <> 0
  on conflict (segment_id, year) do update set alumni = t.alumni + excluded.alumni;
  delete from statistics_log l using unnest(people) p (buid) where l.buid = p.buid;
  drop table fold_log, fold_moved, fold_segment, fold_counted;
end $$;

-- Subjects and segments that no one had before.
create or replace function fold_names(people text[]) returns void language plpgsql as $$
begin
  insert into statistics_subjects (activity_code, description)
  select distinct a.activity_code, a.description
  from (
    select distinct nullif(activity_code, '') as activity_code, nullif(description, '') as description
    from unnest(people) p (buid) join engagements using (buid)
  ) e, lateral (values (e.activity_code, e.description), (e.activity_code, null), (null, null)) a (activity_code, description)
  where a.activity_code is not null or a.description is null
  on conflict do nothing;

  insert into statistics_segments (college_code, affinity_code)
  select distinct c.code, a.code
  from (select buid, code from fold_educations(people) where code <> '' union all select buid, null from unnest(people) p (buid)) c
    join (
      select buid, affinity_code as code from unnest(people) p (buid) join alumni_affinities using (buid)
      union all select buid, null from unnest(people) p (buid)
    ) a using (buid)
  on conflict do nothing;
end $$;

-- Colleges and days of people's educations, once for each. The indexes on educations are one for each kind.
create or replace function fold_educations(people text[]) returns table (buid text, code text, degree_date date) stable language sql as $$
  select p.buid, coalesce(college_code, ''), degree_date from unnest(people) p (buid) join educations e using (buid) where kind = 'degree'
  union all
  select p.buid, coalesce(college_code, ''), degree_date from unnest(people) p (buid) join educations e using (buid) where kind = 'area_of_study';
$$;

-- The segments that people were in and are in, and since which fiscal year with a degree.
create or replace function fold_people(people text[], fiscal_year_start text) returns void language plpgsql as $$
begin
  create temp table fold_segment on commit drop as
  with person as materialized (
    select unnest(people) as buid
  ), education as materialized (
    select buid, code, degree_date, sum(was) > 0 as was, sum(is_now) > 0 as is_now from (
      select buid, code, degree_date, 1 as was, 1 as is_now from fold_educations(people)
      union all select buid, coalesce(code, ''), degree_date, -delta, 0 from fold_log where record = 'education'
    ) e group by buid, code, degree_date
  ), college as (
    select buid, code, bool_or(was) as was, bool_or(is_now) as is_now,
      min(degree_date) filter (where was) as was_since, min(degree_date) filter (where is_now) as is_since
    from education where code <> '' group by buid, code
  ), study as (
    select buid, min(degree_date) filter (where was) as was_since, min(degree_date) filter (where is_now) as is_since
    from person left join education using (buid) group by buid
  ), affinity as (
    select buid, code, sum(was) > 0 as was, sum(is_now) > 0 as is_now from (
      select buid, affinity_code as code, 1 as was, 1 as is_now from person join alumni_affinities using (buid)
      union all select buid, code, -delta, 0 from fold_log where record = 'affinity'
    ) a group by buid, code
  ), life as (
    select buid, sum(was) > 0 as was, sum(is_now) > 0 as is_now from (
      select buid, 1 as was, 1 as is_now from person join alumni using (buid) where not deceased
      union all select buid, -delta, 0 from fold_log where record = 'living'
      union all select buid, 0, 0 from person
    ) l group by buid
  ), in_college as (
    select buid, sign, code, since from college, lateral (values (-1, was, was_since), (1, is_now, is_since)) v (sign, holds, since) where holds
    union all select buid, sign, null, since from study, lateral (values (-1, was_since), (1, is_since)) v (sign, since)
  ), in_affinity as (
    select buid, sign, code from affinity, lateral (values (-1, was), (1, is_now)) v (sign, holds) where holds
    union all select buid, sign, null from person, (values (-1), (1)) v (sign)
  )
  select buid, sign, g.id as segment_id, is_living, statistics_year(p.since, fiscal_year_start)::smallint as since
  from (
    select buid, sign, coalesce(c.code, '') as college_code, coalesce(a.code, '') as affinity_code, c.since,
      case sign when 1 then l.is_now else l.was end as is_living
    from in_college c join in_affinity a using (buid, sign) join life l using (buid)
    offset 0 -- to be joined by both codes at once
  ) p join statistics_segments g
    on coalesce(g.college_code, '') = p.college_code and coalesce(g.affinity_code, '') = p.affinity_code;
  analyze fold_segment;
end $$;

-- What people did, and do: how many times on each day.
create or replace function fold_engagements(people text[], old_as_of date, new_as_of date, fiscal_year_start text) returns void language plpgsql as $$
declare
  old_to_day integer := statistics_day(old_as_of, fiscal_year_start);
  new_to_day integer := statistics_day(new_as_of, fiscal_year_start);
begin
  create temp table fold_counted on commit drop as
  select buid, sign, nullif(activity_code, '') as activity_code, nullif(description, '') as description, engagement_date as day, times,
    statistics_year(engagement_date, fiscal_year_start) as year, statistics_month(engagement_date, fiscal_year_start) as month,
    statistics_day(engagement_date, fiscal_year_start) <= to_day as is_to_day
  from (
    select buid, activity_code, engagement_date, description, sum(was)::integer as was, sum(is_now)::integer as is_now from (
      select buid, activity_code, engagement_date, description, 1 as was, 1 as is_now from unnest(people) p (buid) join engagements using (buid)
      union all select buid, activity_code, engagement_date, description, -delta, 0 from fold_log where record = 'engagement'
    ) e group by buid, activity_code, engagement_date, description
  ) e, lateral (values (-1, was, old_as_of, old_to_day), (1, is_now, new_as_of, new_to_day)) v (sign, times, as_of, to_day)
  where times > 0 and engagement_date <= as_of;
  analyze fold_counted;
end $$;

-- Adds the differences to the figures by year and activity. `everything` is the subject of all activities.
create or replace function fold_cells(everything integer) returns void language plpgsql as $$
begin
  with fact as (
    select buid, sign, year, activity_code, grouping(activity_code) = 1 as is_total, sum(times)::integer as engagements,
      year = min(year) over (partition by buid, sign, activity_code, grouping(activity_code)) as is_first,
      year + 1 is distinct from lead(year) over (partition by buid, sign, activity_code, grouping(activity_code) order by year) as is_lapsed,
      coalesce(sum(times) filter (where is_to_day), 0)::integer as to_day,
      coalesce(sum(times) filter (where month = 1), 0)::integer as month_1,
      coalesce(sum(times) filter (where month = 2), 0)::integer as month_2,
      coalesce(sum(times) filter (where month = 3), 0)::integer as month_3,
      coalesce(sum(times) filter (where month = 4), 0)::integer as month_4,
      coalesce(sum(times) filter (where month = 5), 0)::integer as month_5,
      coalesce(sum(times) filter (where month = 6), 0)::integer as month_6,
      coalesce(sum(times) filter (where month = 7), 0)::integer as month_7,
      coalesce(sum(times) filter (where month = 8), 0)::integer as month_8,
      coalesce(sum(times) filter (where month = 9), 0)::integer as month_9,
      coalesce(sum(times) filter (where month = 10), 0)::integer as month_10,
      coalesce(sum(times) filter (where month = 11), 0)::integer as month_11,
      coalesce(sum(times) filter (where month = 12), 0)::integer as month_12
    from fold_counted group by grouping sets ((buid, sign, year, activity_code), (buid, sign, year))
  ), changed as (
    -- What a person did before and still does counts the same, unless they count elsewhere.
    select f.* from (
      select *, count(*) over (
        partition by buid, is_total, activity_code, year, engagements, to_day, is_first, is_lapsed,
          month_1, month_2, month_3, month_4, month_5, month_6, month_7, month_8, month_9, month_10, month_11,
          month_12
      ) as states from fact
    ) f left join fold_moved using (buid) where f.states = 1 or fold_moved.buid is not null
  )
  insert into statistics_cells as t (
    segment_id, subject_id, year,
    engagements, engaged, engaged_alumni, first_time, lapsed, engagements_to_day, engaged_to_day,
    engaged_alumni_to_day, first_time_to_day, month_1, month_2, month_3, month_4, month_5, month_6, month_7, month_8,
    month_9, month_10, month_11, month_12, people_1, people_2, people_3, people_4, people_5, people_6, people_7,
    people_8, people_9, people_10, people_11, people_12
  )
  select * from (
    select s.segment_id, case when f.is_total then everything else a.id end, f.year,
      sum(f.sign * f.engagements) as engagements, sum(f.sign) as engaged,
      coalesce(sum(f.sign) filter (where s.is_living and s.since <= f.year), 0) as engaged_alumni,
      coalesce(sum(f.sign) filter (where f.is_first), 0) as first_time,
      coalesce(sum(f.sign) filter (where f.is_lapsed), 0) as lapsed, sum(f.sign * f.to_day) as engagements_to_day,
      coalesce(sum(f.sign) filter (where f.to_day > 0), 0) as engaged_to_day,
      coalesce(sum(f.sign) filter (where f.to_day > 0 and s.is_living and s.since <= f.year), 0) as engaged_alumni_to_day,
      coalesce(sum(f.sign) filter (where f.to_day > 0 and f.is_first), 0) as first_time_to_day,
      sum(f.sign * f.month_1) as month_1, sum(f.sign * f.month_2) as month_2, sum(f.sign * f.month_3) as month_3,
      sum(f.sign * f.month_4) as month_4, sum(f.sign * f.month_5) as month_5, sum(f.sign * f.month_6) as month_6,
      sum(f.sign * f.month_7) as month_7, sum(f.sign * f.month_8) as month_8, sum(f.sign * f.month_9) as month_9,
      sum(f.sign * f.month_10) as month_10, sum(f.sign * f.month_11) as month_11,
      sum(f.sign * f.month_12) as month_12, coalesce(sum(f.sign) filter (where f.month_1 > 0), 0) as people_1,
      coalesce(sum(f.sign) filter (where f.month_2 > 0), 0) as people_2,
      coalesce(sum(f.sign) filter (where f.month_3 > 0), 0) as people_3,
      coalesce(sum(f.sign) filter (where f.month_4 > 0), 0) as people_4,
      coalesce(sum(f.sign) filter (where f.month_5 > 0), 0) as people_5,
      coalesce(sum(f.sign) filter (where f.month_6 > 0), 0) as people_6,
      coalesce(sum(f.sign) filter (where f.month_7 > 0), 0) as people_7,
      coalesce(sum(f.sign) filter (where f.month_8 > 0), 0) as people_8,
      coalesce(sum(f.sign) filter (where f.month_9 > 0), 0) as people_9,
      coalesce(sum(f.sign) filter (where f.month_10 > 0), 0) as people_10,
      coalesce(sum(f.sign) filter (where f.month_11 > 0), 0) as people_11,
      coalesce(sum(f.sign) filter (where f.month_12 > 0), 0) as people_12
    from changed f join fold_segment s using (buid, sign)
      left join statistics_subjects a on a.activity_code = f.activity_code and a.description is null
    where f.is_total or f.activity_code is not null
    group by 1, 2, 3
  ) d
  where row(
    d.engagements, d.engaged, d.engaged_alumni, d.first_time, d.lapsed, d.engagements_to_day, d.engaged_to_day,
    d.engaged_alumni_to_day, d.first_time_to_day, d.month_1, d.month_2, d.month_3, d.month_4, d.month_5, d.month_6,
    d.month_7, d.month_8, d.month_9, d.month_10, d.month_11, d.month_12, d.people_1, d.people_2, d.people_3,
    d.people_4, d.people_5, d.people_6, d.people_7, d.people_8, d.people_9, d.people_10, d.people_11, d.people_12
  ) <> row(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  on conflict (segment_id, subject_id, year) do update set
    engagements = t.engagements + excluded.engagements, engaged = t.engaged + excluded.engaged,
    engaged_alumni = t.engaged_alumni + excluded.engaged_alumni, first_time = t.first_time + excluded.first_time,
    lapsed = t.lapsed + excluded.lapsed, engagements_to_day = t.engagements_to_day + excluded.engagements_to_day,
    engaged_to_day = t.engaged_to_day + excluded.engaged_to_day,
    engaged_alumni_to_day = t.engaged_alumni_to_day + excluded.engaged_alumni_to_day,
    first_time_to_day = t.first_time_to_day + excluded.first_time_to_day, month_1 = t.month_1 + excluded.month_1,
    month_2 = t.month_2 + excluded.month_2, month_3 = t.month_3 + excluded.month_3,
    month_4 = t.month_4 + excluded.month_4, month_5 = t.month_5 + excluded.month_5,
    month_6 = t.month_6 + excluded.month_6, month_7 = t.month_7 + excluded.month_7,
    month_8 = t.month_8 + excluded.month_8, month_9 = t.month_9 + excluded.month_9,
    month_10 = t.month_10 + excluded.month_10, month_11 = t.month_11 + excluded.month_11,
    month_12 = t.month_12 + excluded.month_12, people_1 = t.people_1 + excluded.people_1,
    people_2 = t.people_2 + excluded.people_2, people_3 = t.people_3 + excluded.people_3,
    people_4 = t.people_4 + excluded.people_4, people_5 = t.people_5 + excluded.people_5,
    people_6 = t.people_6 + excluded.people_6, people_7 = t.people_7 + excluded.people_7,
    people_8 = t.people_8 + excluded.people_8, people_9 = t.people_9 + excluded.people_9,
    people_10 = t.people_10 + excluded.people_10, people_11 = t.people_11 + excluded.people_11,
    people_12 = t.people_12 + excluded.people_12;
end $$;

-- Adds the differences to the figures of events, and to how many came on each of their days.
create or replace function fold_events() returns void language plpgsql as $$
begin
  with attendance as materialized (
    select buid, sign, year, a.id as subject_id, day, times
    from fold_counted c join statistics_subjects a on md5(a.activity_code) = md5(c.activity_code) and md5(a.description) = md5(c.description)
  ), days as (
    insert into statistics_event_days as t (subject_id, day, engagements)
    select subject_id, day, sum(sign * times) from attendance group by 1, 2 having sum(sign * times) <> 0
    on conflict (subject_id, day) do update set engagements = t.engagements + excluded.engagements
  )
  insert into statistics_events as t (segment_id, year, subject_id, engagements, engaged)
  select s.segment_id, f.year, f.subject_id, sum(f.sign * f.times), sum(f.sign)
  from (
    select *, count(*) over (partition by buid, year, subject_id, times) as states
    from (select buid, sign, year, subject_id, sum(times)::integer as times from attendance group by 1, 2, 3, 4) a
  ) f join fold_segment s using (buid, sign) left join fold_moved using (buid)
  where f.states = 1 or fold_moved.buid is not null
  group by 1, 2, 3 having sum(f.sign * f.times) <> 0 or sum(f.sign) <> 0
  on conflict (segment_id, year, subject_id) do update set engagements = t.engagements + excluded.engagements, engaged = t.engaged + excluded.engaged;
end $$;

create or replace function refresh_engagement_statistics(new_fiscal_year_start text, most integer, today date default (now() at time zone 'utc')::date) returns boolean language plpgsql as $$
declare
  state statistics_state;
  people text[];
begin
  select * into state from statistics_state;
  if state.edition <> statistics_edition() or state.fiscal_year_start <> new_fiscal_year_start or today < state.as_of or statistics_year(today, new_fiscal_year_start) <> statistics_year(state.as_of, new_fiscal_year_start) then
    perform rebuild_engagement_statistics(new_fiscal_year_start, today);
    return true;
  end if;
  if today > state.as_of then
    -- Whoever the new days touch is counted anew, all in one go: the log may not mix people as of two days.
    most := null;
    insert into statistics_log (buid, record, delta)
    select distinct buid, 'day', 0 from engagements
    where engagement_date <= today and (engagement_date > state.as_of
      or (statistics_day(engagement_date, state.fiscal_year_start) > statistics_day(state.as_of, state.fiscal_year_start)
        and statistics_day(engagement_date, state.fiscal_year_start) <= statistics_day(today, state.fiscal_year_start)));
  end if;
  select array_agg(buid) into people from (select distinct buid from statistics_log limit most) l;
  if people is not null then perform fold_engagement_statistics(people, state.as_of, today, new_fiscal_year_start); end if;
  if exists (select from statistics_log) then return false; end if;
  update statistics_state set as_of = today, refreshed_at = now();
  return true;
end $$;
comment on function refresh_engagement_statistics is 'Folds the log of at most so many people; true when nothing is left of what was committed before. To be called at REPEATABLE READ with statistics_state locked';
