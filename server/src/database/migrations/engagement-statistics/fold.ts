import { months } from './tables.ts'

const counts = ['engagements', 'engaged', 'engaged_living', 'first_time', 'engagements_to_day', 'engaged_to_day', 'engaged_living_to_day', 'first_time_to_day', ...months]
const sqlDeltas = [
  'sum(f.sign * f.engagements)', 'sum(f.sign)', people('s.is_living'), people('f.is_first'),
  'sum(f.sign * f.to_day)', people('f.to_day > 0'), people('f.to_day > 0 and s.is_living'), people('f.to_day > 0 and f.is_first'),
  ...months.map((month) => `sum(f.sign * f.${month})`),
].join(', ')

function people(who: string): string {
  return `coalesce(sum(f.sign) filter (where ${who}), 0)`
}

// The indexes on educations are one for each kind.
const educationsOfPeople = ['degree', 'area_of_study']
  .map((kind) => `select buid, college_code as code from unnest(people) p (buid) join educations using (buid) where kind = '${kind}' and college_code <> ''`)
  .join(' union all ')

/**
 * The figures of people whom the log names are taken away as they were and added as they are. How they were follows from
 * how they are and the log, so a transaction at REPEATABLE READ, which sees both at one moment, is exact. Everyone else's stay.
 */
export const foldStatistics = `
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
set plan_cache_mode = force_custom_plan set work_mem = '256MB' set random_page_cost = 1.1 set jit = off as $$
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
    join (${educationsOfPeople} union all select buid, null from unnest(people) p (buid)) c using (buid)
    join (select buid, affinity_code as code from unnest(people) p (buid) join alumni_affinities using (buid) union all select buid, null from unnest(people) p (buid)) a using (buid)
  on conflict do nothing;

  select id into everything from statistics_subjects where activity_code is null and description is null;

  with person as materialized (
    select unnest(people) as buid
  ), log as materialized (
    select l.* from statistics_log l join person using (buid)
  ), moved as materialized (
    select distinct buid from log where record <> 'engagement'
  ), college as (
    select buid, code, sum(was) > 0 as was, sum(is_now) > 0 as is_now from (
      select buid, code, 1 as was, 1 as is_now from (${educationsOfPeople}) e
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
      ${months.map((month, n) => `coalesce(sum(times) filter (where month = ${n + 1}), 0)::integer as ${month}`).join(', ')},
      grouping(activity_code) = 1 as is_total
    from counted group by grouping sets ((buid, sign, year, activity_code), (buid, sign, year))
  ), changed as (
    -- What a person did before and still does counts the same, unless they count elsewhere.
    select f.* from (
      select *, count(*) over (partition by buid, is_total, activity_code, year, engagements, to_day, is_first, ${months.join(', ')}) as states from fact
    ) f left join moved using (buid) where f.states = 1 or moved.buid is not null
  ), cells as (
    insert into statistics_cells as t (segment_id, subject_id, year, ${counts.join(', ')})
    select s.segment_id, case when f.is_total then everything else a.id end, f.year, ${sqlDeltas}
    from changed f join segment s using (buid, sign) left join statistics_subjects a on a.activity_code = f.activity_code and a.description is null
    where f.is_total or f.activity_code is not null
    group by 1, 2, 3 having row(${sqlDeltas}) <> row(${counts.map(() => 0).join(', ')})
    on conflict (segment_id, subject_id, year) do update set ${counts.map((count) => `${count} = t.${count} + excluded.${count}`).join(', ')}
  ), attendance as materialized (
    select buid, sign, year, a.id as subject_id, day, times
    from counted c join statistics_subjects a on md5(a.activity_code) = md5(c.activity_code) and md5(a.description) = md5(c.description)
  ), events as (
    insert into statistics_events as t (segment_id, year, subject_id, engagements, engaged)
    select s.segment_id, f.year, f.subject_id, sum(f.sign * f.times), sum(f.sign)
    from (
      select *, count(*) over (partition by buid, year, subject_id, times) as states
      from (select buid, sign, year, subject_id, sum(times)::integer as times from attendance group by 1, 2, 3, 4) a
    ) f join segment s using (buid, sign) left join moved using (buid)
    where f.states = 1 or moved.buid is not null
    group by 1, 2, 3 having sum(f.sign * f.times) <> 0 or sum(f.sign) <> 0
    on conflict (segment_id, year, subject_id) do update set engagements = t.engagements + excluded.engagements, engaged = t.engaged + excluded.engaged
  ), event_days as (
    insert into statistics_event_days as t (subject_id, day, engagements)
    select subject_id, day, sum(sign * times) from attendance group by 1, 2 having sum(sign * times) <> 0
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
`
