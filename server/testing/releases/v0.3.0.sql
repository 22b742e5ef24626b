SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.add_alumni_emails() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into alumni_emails (email, alumnus_id) 
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from new_rows person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
;
  return null;
end $$;
CREATE FUNCTION public.change_alumni_emails() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_seqscan TO 'off'
    AS $$
begin
  with
    before as (select id, primary_email, personal_email, work_email, school_email, other_email from old_rows except select id, primary_email, personal_email, work_email, school_email, other_email from new_rows),
    after as (select id, primary_email, personal_email, work_email, school_email, other_email from new_rows except select id, primary_email, personal_email, work_email, school_email, other_email from old_rows),
    gone as (
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from before person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
 except 
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from after person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
),
    removed as (delete from alumni_emails kept using gone where kept.email = gone.email and kept.alumnus_id = gone.alumnus_id)
  insert into alumni_emails (email, alumnus_id) 
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from after person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
 except 
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from before person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
;
  return null;
end $$;
CREATE FUNCTION public.day_a_year_before(day date) RETURNS date
    LANGUAGE sql IMMUTABLE
    RETURN GREATEST(((day - '1 year'::interval))::date, ((((day + 1) - '1 year'::interval))::date - 1));
COMMENT ON FUNCTION public.day_a_year_before(day date) IS 'With 29 February on the side of 28 February, so that the last day of a year is its last day a year before, too';
CREATE FUNCTION public.fold_engagement_statistics(people text[], old_as_of date, new_as_of date, fiscal_year_start text) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_custom_plan'
    SET work_mem TO '256MB'
    SET random_page_cost TO '1.1'
    SET jit TO 'off'
    AS $$
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
  ), moved as materialized (
    select distinct buid from log where record <> 'engagement'
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
  ), changed as (
    -- What a person did before and still does counts the same, unless they count elsewhere.
    select f.* from (
      select *, count(*) over (partition by buid, is_total, activity_code, year, engagements, to_day, is_first, month_1, month_2, month_3, month_4, month_5, month_6, month_7, month_8, month_9, month_10, month_11, month_12) as states from fact
    ) f left join moved using (buid) where f.states = 1 or moved.buid is not null
  ), cells as (
    insert into statistics_cells as t (segment_id, subject_id, year, engagements, engaged, engaged_living, first_time, engagements_to_day, engaged_to_day, engaged_living_to_day, first_time_to_day, month_1, month_2, month_3, month_4, month_5, month_6, month_7, month_8, month_9, month_10, month_11, month_12)
    select s.segment_id, case when f.is_total then everything else a.id end, f.year, sum(f.sign * f.engagements), sum(f.sign), coalesce(sum(f.sign) filter (where s.is_living), 0), coalesce(sum(f.sign) filter (where f.is_first), 0), sum(f.sign * f.to_day), coalesce(sum(f.sign) filter (where f.to_day > 0), 0), coalesce(sum(f.sign) filter (where f.to_day > 0 and s.is_living), 0), coalesce(sum(f.sign) filter (where f.to_day > 0 and f.is_first), 0), sum(f.sign * f.month_1), sum(f.sign * f.month_2), sum(f.sign * f.month_3), sum(f.sign * f.month_4), sum(f.sign * f.month_5), sum(f.sign * f.month_6), sum(f.sign * f.month_7), sum(f.sign * f.month_8), sum(f.sign * f.month_9), sum(f.sign * f.month_10), sum(f.sign * f.month_11), sum(f.sign * f.month_12)
    from changed f join segment s using (buid, sign) left join statistics_subjects a on a.activity_code = f.activity_code and a.description is null
    where f.is_total or f.activity_code is not null
    group by 1, 2, 3 having row(sum(f.sign * f.engagements), sum(f.sign), coalesce(sum(f.sign) filter (where s.is_living), 0), coalesce(sum(f.sign) filter (where f.is_first), 0), sum(f.sign * f.to_day), coalesce(sum(f.sign) filter (where f.to_day > 0), 0), coalesce(sum(f.sign) filter (where f.to_day > 0 and s.is_living), 0), coalesce(sum(f.sign) filter (where f.to_day > 0 and f.is_first), 0), sum(f.sign * f.month_1), sum(f.sign * f.month_2), sum(f.sign * f.month_3), sum(f.sign * f.month_4), sum(f.sign * f.month_5), sum(f.sign * f.month_6), sum(f.sign * f.month_7), sum(f.sign * f.month_8), sum(f.sign * f.month_9), sum(f.sign * f.month_10), sum(f.sign * f.month_11), sum(f.sign * f.month_12)) <> row(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    on conflict (segment_id, subject_id, year) do update set engagements = t.engagements + excluded.engagements, engaged = t.engaged + excluded.engaged, engaged_living = t.engaged_living + excluded.engaged_living, first_time = t.first_time + excluded.first_time, engagements_to_day = t.engagements_to_day + excluded.engagements_to_day, engaged_to_day = t.engaged_to_day + excluded.engaged_to_day, engaged_living_to_day = t.engaged_living_to_day + excluded.engaged_living_to_day, first_time_to_day = t.first_time_to_day + excluded.first_time_to_day, month_1 = t.month_1 + excluded.month_1, month_2 = t.month_2 + excluded.month_2, month_3 = t.month_3 + excluded.month_3, month_4 = t.month_4 + excluded.month_4, month_5 = t.month_5 + excluded.month_5, month_6 = t.month_6 + excluded.month_6, month_7 = t.month_7 + excluded.month_7, month_8 = t.month_8 + excluded.month_8, month_9 = t.month_9 + excluded.month_9, month_10 = t.month_10 + excluded.month_10, month_11 = t.month_11 + excluded.month_11, month_12 = t.month_12 + excluded.month_12
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
CREATE FUNCTION public.folded_name(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (name ~ '^[a-zA-Z]+( [a-zA-Z]+)*$'::text) THEN lower(name) ELSE btrim(regexp_replace(lower(replace(replace(replace(replace(replace(replace(translate(regexp_replace(NORMALIZE(translate(name, '''’‘ʼʻ`´′.'::text, ''::text), NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ØøŁłĐđÐðıĦħ'::text, 'OoLlDdDdiHh'::text), 'ß'::text, 'ss'::text), 'Æ'::text, 'ae'::text), 'æ'::text, 'ae'::text), 'Œ'::text, 'oe'::text), 'œ'::text, 'oe'::text), 'Þ'::text, 'th'::text)), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'::text, ' '::text, 'g'::text)) END;
CREATE FUNCTION public.log_affinities_for_statistics() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'INSERT' then
    insert into statistics_log (buid, record, delta, code) select buid, 'affinity', -1, affinity_code from old_rows;
  end if;
  if tg_op <> 'DELETE' then
    insert into statistics_log (buid, record, delta, code) select buid, 'affinity', 1, affinity_code from new_rows;
  end if;
  return null;
end $$;
CREATE FUNCTION public.log_alumni_for_statistics() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.log_educations_for_statistics() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.log_engagements_for_statistics() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.name_key(first text, last text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN public.folded_name((COALESCE((first || ' '::text), ''::text) || COALESCE(last, ''::text)));
CREATE FUNCTION public.note_all_alumni() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into alumni_changes (buids) values (null);
  return null;
end $$;
CREATE FUNCTION public.note_deleted_alumni() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into alumni_changes (buids) select array_agg(distinct buid) from old_rows where buid is not null having count(buid) > 0;
  return null;
end $$;
CREATE FUNCTION public.note_inserted_alumni() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into alumni_changes (buids) select array_agg(distinct buid) from new_rows where buid is not null having count(buid) > 0;
  return null;
end $$;
CREATE FUNCTION public.note_updated_alumni() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into alumni_changes (buids)
  select array_agg(distinct buid) from (select buid from new_rows union all select buid from old_rows) written where buid is not null having count(buid) > 0;
  return null;
end $$;
CREATE FUNCTION public.rebuild_alumni_changes() RETURNS void
    LANGUAGE sql
    AS $$ insert into alumni_changes (buids) values (null) $$;
CREATE FUNCTION public.rebuild_alumni_emails() RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  truncate alumni_emails;
  insert into alumni_emails (email, alumnus_id) 
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from alumni person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
 order by 1, 2;
end $$;
CREATE FUNCTION public.rebuild_engagement_statistics(new_fiscal_year_start text DEFAULT NULL::text, today date DEFAULT ((now() AT TIME ZONE 'utc'::text))::date) RETURNS void
    LANGUAGE plpgsql
    SET work_mem TO '256MB'
    SET jit TO 'off'
    SET enable_nestloop TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
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
COMMENT ON FUNCTION public.rebuild_engagement_statistics(new_fiscal_year_start text, today date) IS 'Makes all figures anew; to be called where nobody writes, or at REPEATABLE READ';
CREATE FUNCTION public.refresh_engagement_statistics(new_fiscal_year_start text, most integer, today date DEFAULT ((now() AT TIME ZONE 'utc'::text))::date) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
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
COMMENT ON FUNCTION public.refresh_engagement_statistics(new_fiscal_year_start text, most integer, today date) IS 'Folds the log of at most so many people; true when nothing is left of what was committed before. To be called at REPEATABLE READ with statistics_state locked';
CREATE FUNCTION public.remove_alumni_emails() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_seqscan TO 'off'
    AS $$
begin
  delete from alumni_emails kept using (
  select distinct lower(btrim(address)) as email, person.id as alumnus_id
  from old_rows person
  cross join lateral unnest(array[primary_email, personal_email, work_email, school_email, other_email]) address
  where btrim(address) <> ''
) gone
    where kept.email = gone.email and kept.alumnus_id = gone.alumnus_id;
  return null;
end $$;
CREATE FUNCTION public.statistics_month(day date, fiscal_year_start text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    RETURN (((((date_part('month'::text, (day - (("right"(fiscal_year_start, 2))::integer - 1))))::integer - ("left"(fiscal_year_start, 2))::integer) + 12) % 12) + 1);
COMMENT ON FUNCTION public.statistics_month(day date, fiscal_year_start text) IS '1 to 12, counted from the first day of the fiscal year, also where that is in the middle of a month';
CREATE FUNCTION public.statistics_year(day date, fiscal_year_start text) RETURNS integer
    LANGUAGE sql IMMUTABLE
    RETURN ((date_part('year'::text, day))::integer + CASE WHEN ((fiscal_year_start = '01-01'::text) OR (((date_part('month'::text, day) * (100)::double precision) + date_part('day'::text, day)) < ((replace(fiscal_year_start, '-'::text, ''::text))::integer)::double precision)) THEN 0 ELSE 1 END);
COMMENT ON FUNCTION public.statistics_year(day date, fiscal_year_start text) IS 'The fiscal year of a day, by the calendar year in which it ends';
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.activity_codes (
    code text NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.affinities (
    affinity_code text NOT NULL,
    name text NOT NULL,
    category text NOT NULL,
    CONSTRAINT affinities_category_check CHECK ((category = ANY (ARRAY['Athletics'::text, 'Campus Life'::text, 'Geographic'::text, 'Greek Life'::text, 'Instrumental Ensembles'::text, 'Post Graduation'::text, 'Spiritual Life'::text, 'Vocal Ensembles'::text])))
);
CREATE TABLE public.agenda_jobs (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name character varying(255) NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    next_run_at timestamp with time zone,
    type character varying(10) DEFAULT 'normal'::character varying NOT NULL,
    locked_at timestamp with time zone,
    last_finished_at timestamp with time zone,
    failed_at timestamp with time zone,
    fail_count integer,
    fail_reason text,
    repeat_timezone character varying(100),
    last_run_at timestamp with time zone,
    repeat_interval character varying(255),
    data jsonb DEFAULT '{}'::jsonb,
    repeat_at character varying(255),
    disabled boolean DEFAULT false,
    progress real,
    fork boolean DEFAULT false,
    last_modified_by character varying(255),
    debounce_started_at timestamp with time zone,
    start_date timestamp with time zone,
    end_date timestamp with time zone,
    skip_days jsonb,
    created_at timestamp with time zone DEFAULT now(),
    updated_at timestamp with time zone DEFAULT now(),
    CONSTRAINT agenda_jobs_type_check CHECK (type in ('normal', 'single'))
);
CREATE TABLE public.alumni (
    id bigint NOT NULL,
    buid text NOT NULL,
    contact_id text,
    crm_id text,
    prefix text,
    first_name text,
    middle_name text,
    last_name text,
    suffix text,
    preferred_name text,
    former_last_name text,
    primary_email text,
    personal_email text,
    work_email text,
    school_email text,
    other_email text,
    mobile_phone text,
    home_phone text,
    street text,
    city text,
    state text,
    postal_code text,
    country text,
    deceased boolean DEFAULT false NOT NULL,
    do_not_contact boolean DEFAULT false NOT NULL,
    do_not_email boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT alumni_buid_check CHECK ((buid ~ '^B[0-9]{8}$'::text)),
    CONSTRAINT alumni_contact_id_check CHECK ((contact_id ~ '^C-[0-9]{9}$'::text)),
    CONSTRAINT alumni_crm_id_check CHECK ((length(crm_id) = 15))
);
COMMENT ON COLUMN public.alumni.crm_id IS 'The first 15 characters of the CRM''s id; case-sensitive, never folded; two alumni may share one';
CREATE TABLE public.alumni_affinities (
    buid text NOT NULL,
    affinity_code text NOT NULL
);
CREATE TABLE public.alumni_changes (
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    buids text[]
);
COMMENT ON TABLE public.alumni_changes IS 'Whose records a statement wrote; null is everyone. Read by transaction: what a snapshot did not include. Kept for a day';
CREATE TABLE public.alumni_emails (
    email text NOT NULL COLLATE pg_catalog."C",
    alumnus_id bigint NOT NULL
);
COMMENT ON TABLE public.alumni_emails IS 'Derived from alumni by its triggers; rebuild_alumni_emails() makes it anew';
COMMENT ON COLUMN public.alumni_emails.email IS 'lower(btrim()) of any of the five addresses';
ALTER TABLE public.alumni ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.alumni_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.api_key_usage (
    api_key_id bigint NOT NULL,
    day date NOT NULL,
    requests integer DEFAULT 0 NOT NULL,
    rows integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.api_keys (
    id bigint NOT NULL,
    name text NOT NULL,
    owner text,
    prefix text NOT NULL,
    key_hash text NOT NULL,
    previous_prefix text,
    previous_key_hash text,
    previous_until timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by_id bigint NOT NULL,
    rotated_at timestamp with time zone,
    revoked_at timestamp with time zone,
    revoked_by_id bigint,
    last_used_at timestamp with time zone
);
COMMENT ON COLUMN public.api_keys.previous_key_hash IS 'The key before the last rotation; it works until previous_until';
ALTER TABLE public.api_keys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.api_keys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.audit_entries (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    staff_user_id bigint,
    action text NOT NULL,
    subject text NOT NULL,
    detail jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE public.audit_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.champion_signups (
    id bigint NOT NULL,
    public_id uuid DEFAULT gen_random_uuid() NOT NULL,
    email text NOT NULL,
    first_name text,
    last_name text,
    former_last_name text,
    buid text,
    status text DEFAULT 'started'::text NOT NULL,
    zip_code text,
    city text,
    country text,
    postal_code text,
    google_uid text,
    google_linked_at timestamp with time zone,
    deleted_at timestamp with time zone,
    merged_into_id bigint,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT champion_signups_status_check CHECK ((status = ANY (ARRAY['started'::text, 'completed'::text, 'linked'::text])))
);
COMMENT ON COLUMN public.champion_signups.country IS 'ISO country code; blank means U.S.';
ALTER TABLE public.champion_signups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.champion_signups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.colleges (
    code text NOT NULL,
    name text NOT NULL
);
CREATE TABLE public.contact_import_batches (
    id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    imported_by_id bigint NOT NULL,
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    file_key text NOT NULL,
    encoding text NOT NULL,
    manifest_key text,
    columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    unknown_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    refused_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    phase text DEFAULT 'scanning'::text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    next_row integer DEFAULT 0 NOT NULL,
    next_byte bigint DEFAULT 0 NOT NULL,
    counts jsonb,
    results jsonb,
    confirmed_deletes integer,
    error text,
    fence integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT contact_import_batches_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'scanning'::text, 'review'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT contact_import_batches_type_check CHECK ((type = ANY (ARRAY['contacts'::text, 'educations'::text, 'areas-of-study'::text, 'employment'::text])))
);
COMMENT ON COLUMN public.contact_import_batches.next_row IS 'Rows of the manifest applied so far; next_byte is where the next one begins';
COMMENT ON COLUMN public.contact_import_batches.fence IS 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
ALTER TABLE public.contact_import_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.contact_import_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.crm_conflicts (
    id bigint NOT NULL,
    batch_id bigint NOT NULL,
    change_id bigint,
    buid text NOT NULL,
    field text NOT NULL,
    ours text,
    theirs text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    resolution text,
    resolved_at timestamp with time zone,
    resolved_by_id bigint,
    CONSTRAINT crm_conflicts_resolution_check CHECK ((resolution = ANY (ARRAY['ours'::text, 'theirs'::text])))
);
ALTER TABLE public.crm_conflicts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.crm_conflicts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.crm_data_changes (
    id bigint NOT NULL,
    buid text NOT NULL,
    field text NOT NULL,
    before text,
    after text,
    status text DEFAULT 'pending'::text NOT NULL,
    made_by text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    exported_at timestamp with time zone,
    export_batch_id bigint,
    verified_at timestamp with time zone,
    verified_by_batch_id bigint,
    CONSTRAINT crm_data_changes_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'exported'::text, 'verified'::text])))
);
ALTER TABLE public.crm_data_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.crm_data_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.crm_data_export_batches (
    id bigint NOT NULL,
    exported_by_id bigint NOT NULL,
    exported_at timestamp with time zone DEFAULT now() NOT NULL,
    change_count integer NOT NULL,
    undone_at timestamp with time zone,
    undone_by_id bigint
);
ALTER TABLE public.crm_data_export_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.crm_data_export_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.education_import_batches (
    id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    imported_by_id bigint NOT NULL,
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    file_key text NOT NULL,
    encoding text NOT NULL,
    manifest_key text,
    columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    unknown_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    refused_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    phase text DEFAULT 'scanning'::text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    next_row integer DEFAULT 0 NOT NULL,
    next_byte bigint DEFAULT 0 NOT NULL,
    counts jsonb,
    results jsonb,
    confirmed_deletes integer,
    error text,
    fence integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT education_import_batches_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'scanning'::text, 'review'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT education_import_batches_type_check CHECK ((type = ANY (ARRAY['contacts'::text, 'educations'::text, 'areas-of-study'::text, 'employment'::text])))
);
COMMENT ON COLUMN public.education_import_batches.next_row IS 'Rows of the manifest applied so far; next_byte is where the next one begins';
COMMENT ON COLUMN public.education_import_batches.fence IS 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
ALTER TABLE public.education_import_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.education_import_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.educations (
    id bigint NOT NULL,
    buid text NOT NULL,
    kind text NOT NULL,
    area_type text,
    degree_code text,
    degree_date date,
    major_code text,
    major_desc text,
    college_code text,
    college_name text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT educations_kind_check CHECK ((kind = ANY (ARRAY['degree'::text, 'area_of_study'::text])))
);
ALTER TABLE public.educations ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.educations_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.employment_import_batches (
    id bigint NOT NULL,
    type text NOT NULL,
    status text NOT NULL,
    imported_by_id bigint NOT NULL,
    file_name text NOT NULL,
    file_size bigint NOT NULL,
    file_key text NOT NULL,
    encoding text NOT NULL,
    manifest_key text,
    columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    unknown_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    refused_columns jsonb DEFAULT '[]'::jsonb NOT NULL,
    phase text DEFAULT 'scanning'::text NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    total integer DEFAULT 0 NOT NULL,
    next_row integer DEFAULT 0 NOT NULL,
    next_byte bigint DEFAULT 0 NOT NULL,
    counts jsonb,
    results jsonb,
    confirmed_deletes integer,
    error text,
    fence integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT employment_import_batches_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'scanning'::text, 'review'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT employment_import_batches_type_check CHECK ((type = ANY (ARRAY['contacts'::text, 'educations'::text, 'areas-of-study'::text, 'employment'::text])))
);
COMMENT ON COLUMN public.employment_import_batches.next_row IS 'Rows of the manifest applied so far; next_byte is where the next one begins';
COMMENT ON COLUMN public.employment_import_batches.fence IS 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
ALTER TABLE public.employment_import_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.employment_import_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.employment_import_kept (
    batch_id bigint NOT NULL,
    employment_id bigint NOT NULL
);
COMMENT ON TABLE public.employment_import_kept IS 'Employment records that the file of a batch contains; all others are deleted at its end';
CREATE TABLE public.employments (
    id bigint NOT NULL,
    buid text NOT NULL,
    employer text NOT NULL,
    job_title text,
    start_date date,
    end_date date,
    current boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.employments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.employments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.engagement_batches (
    id bigint NOT NULL,
    api_key_id bigint NOT NULL,
    batch_id text NOT NULL,
    source text,
    payload_digest text NOT NULL,
    received integer NOT NULL,
    inserted integer NOT NULL,
    failed integer NOT NULL,
    deleted_count integer DEFAULT 0 NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    answer json NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.engagement_batches IS 'What makes a batch idempotent; written in the transaction of its engagements. Never holds an amount of money';
COMMENT ON COLUMN public.engagement_batches.answer IS 'json, not jsonb: it repeats what was sent, and jsonb keeps no NUL';
ALTER TABLE public.engagement_batches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.engagement_batches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.engagements (
    id bigint NOT NULL,
    buid text NOT NULL,
    activity_code text NOT NULL,
    engagement_date date NOT NULL,
    description text,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.engagements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.engagements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE VIEW public.folded_names AS
 SELECT alumni.id,
    alumni.buid,
    alumni.contact_id,
    (lower(alumni.last_name) COLLATE "C") AS last,
    (lower(alumni.first_name) COLLATE "C") AS first,
    (lower(alumni.preferred_name) COLLATE "C") AS preferred,
    (lower(alumni.former_last_name) COLLATE "C") AS former,
    ("left"(lower(alumni.first_name), 2) COLLATE "C") AS first2,
    ("left"(lower(alumni.first_name), 4) COLLATE "C") AS first4,
    ("left"(lower(alumni.preferred_name), 2) COLLATE "C") AS preferred2,
    ("left"(lower(alumni.former_last_name), 2) COLLATE "C") AS former2
   FROM public.alumni;
CREATE TABLE public.import_column_aliases (
    type text NOT NULL,
    header text NOT NULL,
    field text NOT NULL,
    assigned_by_id bigint NOT NULL,
    assigned_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.import_row_results (
    type text NOT NULL,
    batch_id bigint NOT NULL,
    line integer NOT NULL,
    outcome text NOT NULL,
    reason text,
    note text NOT NULL,
    changes jsonb DEFAULT '[]'::jsonb NOT NULL
);
COMMENT ON TABLE public.import_row_results IS 'Rows whose result differs from the review, because the data moved in between';
CREATE TABLE public.job_outbox (
    id bigint NOT NULL,
    name text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.job_outbox IS 'Jobs for a queue outside this database, written with the change that asks for them and relayed after it';
ALTER TABLE public.job_outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.job_outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.majors (
    major_code text NOT NULL,
    major_desc text NOT NULL,
    dept text NOT NULL,
    dept_desc text NOT NULL,
    college_code text NOT NULL,
    active boolean DEFAULT true NOT NULL
);
CREATE TABLE public.password_resets (
    id bigint NOT NULL,
    token_hash text NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
ALTER TABLE public.password_resets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.password_resets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.record_changes (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    buid text NOT NULL,
    record text NOT NULL,
    record_id bigint NOT NULL,
    deed text NOT NULL,
    fields jsonb NOT NULL,
    import_type text,
    import_batch_id bigint,
    staff_user_id bigint,
    CONSTRAINT record_changes_deed_check CHECK ((deed = ANY (ARRAY['created'::text, 'changed'::text, 'deleted'::text]))),
    CONSTRAINT record_changes_record_check CHECK ((record = ANY (ARRAY['alumnus'::text, 'education'::text, 'employment'::text])))
);
COMMENT ON COLUMN public.record_changes.fields IS 'Field name to [before, after]; null is no value';
ALTER TABLE public.record_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.record_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.saved_searches (
    id bigint NOT NULL,
    staff_user_id bigint NOT NULL,
    name text NOT NULL,
    query text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.saved_searches ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.saved_searches_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.schema_migrations (
    id integer NOT NULL,
    name character varying(255) NOT NULL,
    executed_at timestamp(6) with time zone DEFAULT CURRENT_TIMESTAMP(6) NOT NULL
);
CREATE SEQUENCE public.schema_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.schema_migrations_id_seq OWNED BY public.schema_migrations.id;
CREATE TABLE public.staff_sessions (
    id bigint NOT NULL,
    token_hash text NOT NULL,
    user_id bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    used_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE public.staff_sessions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.staff_sessions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.staff_users (
    id bigint NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    password_hash text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT staff_users_email_check CHECK ((email = lower(email))),
    CONSTRAINT staff_users_role_check CHECK ((role = ANY (ARRAY['viewer'::text, 'staff'::text, 'admin'::text])))
);
ALTER TABLE public.staff_users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.staff_users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.statistics_cells (
    segment_id integer NOT NULL,
    subject_id integer NOT NULL,
    year smallint NOT NULL,
    engagements integer NOT NULL,
    engaged integer NOT NULL,
    engaged_living integer NOT NULL,
    first_time integer NOT NULL,
    engagements_to_day integer NOT NULL,
    engaged_to_day integer NOT NULL,
    engaged_living_to_day integer NOT NULL,
    first_time_to_day integer NOT NULL,
    month_1 integer NOT NULL,
    month_2 integer NOT NULL,
    month_3 integer NOT NULL,
    month_4 integer NOT NULL,
    month_5 integer NOT NULL,
    month_6 integer NOT NULL,
    month_7 integer NOT NULL,
    month_8 integer NOT NULL,
    month_9 integer NOT NULL,
    month_10 integer NOT NULL,
    month_11 integer NOT NULL,
    month_12 integer NOT NULL
)
WITH (fillfactor='80');
COMMENT ON TABLE public.statistics_cells IS 'Figures of a fiscal year; _to_day: up to the day a year before as_of, filled in the year before the current one';
CREATE TABLE public.statistics_event_days (
    subject_id integer NOT NULL,
    day date NOT NULL,
    engagements integer NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.statistics_events (
    segment_id integer NOT NULL,
    year smallint NOT NULL,
    subject_id integer NOT NULL,
    engagements integer NOT NULL,
    engaged integer NOT NULL
)
WITH (fillfactor='80');
CREATE TABLE public.statistics_log (
    buid text NOT NULL,
    record text NOT NULL,
    delta smallint NOT NULL,
    activity_code text,
    engagement_date date,
    description text,
    code text
);
COMMENT ON TABLE public.statistics_log IS 'What was written since the figures were made, in the transaction of the write: +1 a row came, -1 a row went, 0 count the person anew. Only appended to; folding empties it';
COMMENT ON COLUMN public.statistics_log.record IS 'engagement, college (of an education), affinity (membership), living (alumnus) or day (the calendar moved on)';
CREATE TABLE public.statistics_segments (
    id integer NOT NULL,
    college_code text,
    affinity_code text,
    alumni integer DEFAULT 0 NOT NULL
);
COMMENT ON TABLE public.statistics_segments IS 'People by college and affinity, null for all of them; a person is in every segment that fits. alumni: how many of them live';
ALTER TABLE public.statistics_segments ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.statistics_segments_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.statistics_state (
    is_the_row boolean DEFAULT true NOT NULL,
    fiscal_year_start text NOT NULL,
    as_of date NOT NULL,
    refreshed_at timestamp with time zone NOT NULL,
    CONSTRAINT statistics_state_is_the_row_check CHECK (is_the_row)
);
COMMENT ON COLUMN public.statistics_state.as_of IS 'Engagements later than this day do not count yet';
CREATE TABLE public.statistics_subjects (
    id integer NOT NULL,
    activity_code text,
    description text
);
COMMENT ON TABLE public.statistics_subjects IS 'What people do: everything (both null), one activity, or one of its events';
ALTER TABLE public.statistics_subjects ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.statistics_subjects_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE ONLY public.schema_migrations ALTER COLUMN id SET DEFAULT nextval('public.schema_migrations_id_seq'::regclass);
INSERT INTO public.activity_codes VALUES ('gift', 'Gift');
INSERT INTO public.affinities VALUES ('CHOIR', 'University Choir', 'Vocal Ensembles');
INSERT INTO public.alumni OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'C-000000001', '0035e00000AbCdE', NULL, 'Margaret', NULL, 'O''Neil', NULL, 'Peggy', 'Jones', 'Peggy.ONeil@example.org', NULL, 'moneil@example.com', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, false, '2026-11-21 21:34:19.972381+00', '2026-11-21 21:34:19.972381+00');
INSERT INTO public.alumni OVERRIDING SYSTEM VALUE VALUES (2, 'B00000002', 'C-000000002', NULL, NULL, 'José', NULL, 'Álvarez', NULL, NULL, NULL, 'jose@example.org', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, false, false, '2026-11-21 21:34:19.972381+00', '2026-11-21 21:34:19.972381+00');
INSERT INTO public.alumni OVERRIDING SYSTEM VALUE VALUES (3, 'B00000003', NULL, NULL, NULL, 'Ann', NULL, 'Lee', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, true, false, false, '2026-11-21 21:34:19.972381+00', '2026-11-21 21:34:19.972381+00');
INSERT INTO public.alumni_affinities VALUES ('B00000001', 'CHOIR');
INSERT INTO public.alumni_changes VALUES ('795', '2026-11-21 21:34:19.980977+00', '{B00000001,B00000002,B00000003}');
INSERT INTO public.alumni_changes VALUES ('796', '2026-11-21 21:34:19.983877+00', '{B00000001,B00000002}');
INSERT INTO public.alumni_changes VALUES ('797', '2026-11-21 21:34:19.989912+00', '{B00000001}');
INSERT INTO public.alumni_changes VALUES ('798', '2026-11-21 21:34:19.992317+00', '{B00000001}');
INSERT INTO public.alumni_changes VALUES ('799', '2026-11-21 21:34:19.997291+00', '{B00000001,B00000002}');
INSERT INTO public.alumni_changes VALUES ('804', '2026-11-21 21:34:20.047077+00', '{B00000001}');
INSERT INTO public.alumni_emails VALUES ('moneil@example.com', 1);
INSERT INTO public.alumni_emails VALUES ('peggy.oneil@example.org', 1);
INSERT INTO public.alumni_emails VALUES ('jose@example.org', 2);
INSERT INTO public.api_keys OVERRIDING SYSTEM VALUE VALUES (1, 'Events app', NULL, 'ars_abcdefgh', 'x', NULL, NULL, NULL, '2026-11-21 21:34:20.060213+00', 1, NULL, NULL, NULL, NULL);
INSERT INTO public.champion_signups OVERRIDING SYSTEM VALUE VALUES (1, '1f71869c-4c90-4e49-8770-c75254db34d6', 'peggy@example.org', 'Peggy', 'O''Neil', NULL, 'B00000001', 'linked', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-21 21:34:20.040325+00', '2026-11-21 21:34:20.040325+00');
INSERT INTO public.colleges VALUES ('AS', 'Arts & Sciences');
INSERT INTO public.colleges VALUES ('BU', 'Business');
INSERT INTO public.contact_import_batches OVERRIDING SYSTEM VALUE VALUES (1, 'contacts', 'completed', 1, 'contacts.csv', 1000, 'x', 'utf-8', NULL, '[]', '[]', '[]', 'scanning', 0, 0, 0, 0, NULL, NULL, NULL, NULL, 0, 0, '2026-11-21 21:34:20.004208+00', '2026-11-21 21:34:20.004208+00', NULL);
INSERT INTO public.crm_data_changes OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'city', NULL, 'Boston', 'pending', 'staff', '2026-11-21 21:34:20.010944+00', NULL, NULL, NULL, NULL);
INSERT INTO public.educations OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'degree', NULL, 'BA', '1998-05-16', NULL, NULL, 'AS', NULL, '2026-11-21 21:34:19.982901+00', '2026-11-21 21:34:19.982901+00');
INSERT INTO public.educations OVERRIDING SYSTEM VALUE VALUES (2, 'B00000002', 'degree', NULL, 'BS', '2004-05-15', NULL, NULL, 'BU', NULL, '2026-11-21 21:34:19.982901+00', '2026-11-21 21:34:19.982901+00');
INSERT INTO public.employments OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'Example Press', 'Editor', '2010-01-04', NULL, true, '2026-11-21 21:34:19.988109+00', '2026-11-21 21:34:19.988109+00');
INSERT INTO public.engagements OVERRIDING SYSTEM VALUE VALUES (1, 'B00000001', 'gift', '2024-11-02', 'Annual fund', '2026-11-21 21:34:19.996205+00');
INSERT INTO public.engagements OVERRIDING SYSTEM VALUE VALUES (2, 'B00000002', 'event_attended', '2025-10-04', 'Homecoming', '2026-11-21 21:34:19.996205+00');
INSERT INTO public.majors VALUES ('HIST', 'History', 'HI', 'History', 'AS', true);
INSERT INTO public.record_changes OVERRIDING SYSTEM VALUE VALUES (1, '2026-11-21 21:34:20.007494+00', 'B00000001', 'alumnus', 1, 'changed', '{"city": [null, "Boston"]}', 'contacts', 1, NULL);
INSERT INTO public.saved_searches OVERRIDING SYSTEM VALUE VALUES (1, 1, 'Choir', 'affinity=CHOIR', '2026-11-21 21:34:20.064187+00');
INSERT INTO public.schema_migrations VALUES (1, '2026-11-20-foundation', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.schema_migrations VALUES (2, '2026-11-20-crm-pages', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.schema_migrations VALUES (3, '2026-11-21-champion-signups', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.schema_migrations VALUES (4, '2026-11-21-alumni-emails', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.schema_migrations VALUES (5, '2026-11-21-events-api', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.schema_migrations VALUES (6, '2026-11-21-internal-api', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.schema_migrations VALUES (7, '2026-11-21-batch-search', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.schema_migrations VALUES (8, '2026-11-21-alumni-search', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.schema_migrations VALUES (9, '2026-11-21-engagement-statistics', '2026-11-21 21:34:19.06542+00');
INSERT INTO public.staff_users OVERRIDING SYSTEM VALUE VALUES (1, 'admin@example.edu', 'Ada Admin', 'admin', NULL, true, '2026-11-21 21:34:20.000173+00', '2026-11-21 21:34:20.000173+00');
INSERT INTO public.statistics_cells VALUES (1, 1, 2025, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (1, 3, 2025, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (2, 1, 2025, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (2, 3, 2025, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (3, 1, 2026, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (3, 2, 2026, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (4, 1, 2025, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (4, 3, 2025, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (5, 1, 2025, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (5, 1, 2026, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (5, 2, 2026, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_cells VALUES (5, 3, 2025, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO public.statistics_event_days VALUES (4, '2025-10-04', 1);
INSERT INTO public.statistics_event_days VALUES (5, '2024-11-02', 1);
INSERT INTO public.statistics_events VALUES (5, 2026, 4, 1, 1);
INSERT INTO public.statistics_events VALUES (2, 2025, 5, 1, 1);
INSERT INTO public.statistics_events VALUES (4, 2025, 5, 1, 1);
INSERT INTO public.statistics_events VALUES (1, 2025, 5, 1, 1);
INSERT INTO public.statistics_events VALUES (5, 2025, 5, 1, 1);
INSERT INTO public.statistics_events VALUES (3, 2026, 4, 1, 1);
INSERT INTO public.statistics_segments OVERRIDING SYSTEM VALUE VALUES (1, 'AS', 'CHOIR', 1);
INSERT INTO public.statistics_segments OVERRIDING SYSTEM VALUE VALUES (3, 'BU', NULL, 1);
INSERT INTO public.statistics_segments OVERRIDING SYSTEM VALUE VALUES (5, NULL, NULL, 2);
INSERT INTO public.statistics_segments OVERRIDING SYSTEM VALUE VALUES (4, NULL, 'CHOIR', 1);
INSERT INTO public.statistics_segments OVERRIDING SYSTEM VALUE VALUES (2, 'AS', NULL, 1);
INSERT INTO public.statistics_state VALUES (true, '07-01', '2026-11-21', '2026-11-21 21:34:20.072397+00');
INSERT INTO public.statistics_subjects OVERRIDING SYSTEM VALUE VALUES (1, NULL, NULL);
INSERT INTO public.statistics_subjects OVERRIDING SYSTEM VALUE VALUES (2, 'event_attended', NULL);
INSERT INTO public.statistics_subjects OVERRIDING SYSTEM VALUE VALUES (3, 'gift', NULL);
INSERT INTO public.statistics_subjects OVERRIDING SYSTEM VALUE VALUES (4, 'event_attended', 'Homecoming');
INSERT INTO public.statistics_subjects OVERRIDING SYSTEM VALUE VALUES (5, 'gift', 'Annual fund');
SELECT pg_catalog.setval('public.alumni_id_seq', 3, true);
SELECT pg_catalog.setval('public.api_keys_id_seq', 1, true);
SELECT pg_catalog.setval('public.audit_entries_id_seq', 1, false);
SELECT pg_catalog.setval('public.champion_signups_id_seq', 1, true);
SELECT pg_catalog.setval('public.contact_import_batches_id_seq', 1, true);
SELECT pg_catalog.setval('public.crm_conflicts_id_seq', 1, false);
SELECT pg_catalog.setval('public.crm_data_changes_id_seq', 1, true);
SELECT pg_catalog.setval('public.crm_data_export_batches_id_seq', 1, false);
SELECT pg_catalog.setval('public.education_import_batches_id_seq', 1, false);
SELECT pg_catalog.setval('public.educations_id_seq', 2, true);
SELECT pg_catalog.setval('public.employment_import_batches_id_seq', 1, false);
SELECT pg_catalog.setval('public.employments_id_seq', 1, true);
SELECT pg_catalog.setval('public.engagement_batches_id_seq', 1, false);
SELECT pg_catalog.setval('public.engagements_id_seq', 2, true);
SELECT pg_catalog.setval('public.job_outbox_id_seq', 1, false);
SELECT pg_catalog.setval('public.password_resets_id_seq', 1, false);
SELECT pg_catalog.setval('public.record_changes_id_seq', 1, true);
SELECT pg_catalog.setval('public.saved_searches_id_seq', 1, true);
SELECT pg_catalog.setval('public.schema_migrations_id_seq', 9, true);
SELECT pg_catalog.setval('public.staff_sessions_id_seq', 1, false);
SELECT pg_catalog.setval('public.staff_users_id_seq', 1, true);
SELECT pg_catalog.setval('public.statistics_segments_id_seq', 5, true);
SELECT pg_catalog.setval('public.statistics_subjects_id_seq', 5, true);
ALTER TABLE ONLY public.activity_codes
    ADD CONSTRAINT activity_codes_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.affinities
    ADD CONSTRAINT affinities_pkey PRIMARY KEY (affinity_code);
ALTER TABLE ONLY public.agenda_jobs
    ADD CONSTRAINT agenda_jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.alumni_affinities
    ADD CONSTRAINT alumni_affinities_pkey PRIMARY KEY (buid, affinity_code);
ALTER TABLE ONLY public.alumni
    ADD CONSTRAINT alumni_buid_key UNIQUE (buid);
ALTER TABLE ONLY public.alumni
    ADD CONSTRAINT alumni_contact_id_key UNIQUE (contact_id);
ALTER TABLE ONLY public.alumni_emails
    ADD CONSTRAINT alumni_emails_pkey PRIMARY KEY (email, alumnus_id);
ALTER TABLE ONLY public.alumni
    ADD CONSTRAINT alumni_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_key_usage
    ADD CONSTRAINT api_key_usage_pkey PRIMARY KEY (api_key_id, day);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_previous_key_hash_key UNIQUE (previous_key_hash);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.champion_signups
    ADD CONSTRAINT champion_signups_google_uid_key UNIQUE (google_uid);
ALTER TABLE ONLY public.champion_signups
    ADD CONSTRAINT champion_signups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.champion_signups
    ADD CONSTRAINT champion_signups_public_id_key UNIQUE (public_id);
ALTER TABLE ONLY public.colleges
    ADD CONSTRAINT colleges_pkey PRIMARY KEY (code);
ALTER TABLE ONLY public.contact_import_batches
    ADD CONSTRAINT contact_import_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.crm_data_changes
    ADD CONSTRAINT crm_data_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.crm_data_export_batches
    ADD CONSTRAINT crm_data_export_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.education_import_batches
    ADD CONSTRAINT education_import_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.educations
    ADD CONSTRAINT educations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.employment_import_batches
    ADD CONSTRAINT employment_import_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.employment_import_kept
    ADD CONSTRAINT employment_import_kept_pkey PRIMARY KEY (batch_id, employment_id);
ALTER TABLE ONLY public.employments
    ADD CONSTRAINT employments_key UNIQUE NULLS NOT DISTINCT (buid, employer, start_date);
ALTER TABLE ONLY public.employments
    ADD CONSTRAINT employments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.engagement_batches
    ADD CONSTRAINT engagement_batches_api_key_id_batch_id_key UNIQUE (api_key_id, batch_id);
ALTER TABLE ONLY public.engagement_batches
    ADD CONSTRAINT engagement_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.engagements
    ADD CONSTRAINT engagements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.import_column_aliases
    ADD CONSTRAINT import_column_aliases_pkey PRIMARY KEY (type, header);
ALTER TABLE ONLY public.import_row_results
    ADD CONSTRAINT import_row_results_pkey PRIMARY KEY (type, batch_id, line);
ALTER TABLE ONLY public.job_outbox
    ADD CONSTRAINT job_outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.majors
    ADD CONSTRAINT majors_pkey PRIMARY KEY (major_code);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.record_changes
    ADD CONSTRAINT record_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_staff_user_id_name_key UNIQUE (staff_user_id, name);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.staff_users
    ADD CONSTRAINT staff_users_email_key UNIQUE (email);
ALTER TABLE ONLY public.staff_users
    ADD CONSTRAINT staff_users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statistics_cells
    ADD CONSTRAINT statistics_cells_pkey PRIMARY KEY (segment_id, subject_id, year);
ALTER TABLE ONLY public.statistics_event_days
    ADD CONSTRAINT statistics_event_days_pkey PRIMARY KEY (subject_id, day);
ALTER TABLE ONLY public.statistics_events
    ADD CONSTRAINT statistics_events_pkey PRIMARY KEY (segment_id, year, subject_id);
ALTER TABLE ONLY public.statistics_segments
    ADD CONSTRAINT statistics_segments_key UNIQUE NULLS NOT DISTINCT (college_code, affinity_code);
ALTER TABLE ONLY public.statistics_segments
    ADD CONSTRAINT statistics_segments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statistics_state
    ADD CONSTRAINT statistics_state_pkey PRIMARY KEY (is_the_row);
ALTER TABLE ONLY public.statistics_subjects
    ADD CONSTRAINT statistics_subjects_pkey PRIMARY KEY (id);
CREATE INDEX affinities_category_idx ON public.affinities USING btree (category, name);
CREATE INDEX agenda_jobs_find_and_lock_idx ON public.agenda_jobs USING btree (name, next_run_at, priority DESC, locked_at, disabled) WHERE (disabled = false);
CREATE INDEX agenda_jobs_locked_at_idx ON public.agenda_jobs USING btree (locked_at) WHERE (locked_at IS NOT NULL);
CREATE INDEX agenda_jobs_next_run_at_idx ON public.agenda_jobs USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE UNIQUE INDEX agenda_jobs_single_job_idx ON public.agenda_jobs USING btree (name) WHERE ((type)::text = 'single'::text);
CREATE INDEX alumni_changes_at_idx ON public.alumni_changes USING btree (at);
CREATE INDEX alumni_changes_xid_idx ON public.alumni_changes USING btree (xid);
CREATE INDEX alumni_crm_id_idx ON public.alumni USING btree (crm_id);
CREATE INDEX alumni_first2_idx ON public.alumni USING btree ("left"(lower(first_name), 2) COLLATE "C", lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id);
CREATE INDEX alumni_first4_idx ON public.alumni USING btree ("left"(lower(first_name), 4) COLLATE "C", lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id);
CREATE INDEX alumni_first_name_idx ON public.alumni USING btree (lower(first_name) COLLATE "C", lower(last_name) COLLATE "C", id);
CREATE INDEX alumni_former2_idx ON public.alumni USING btree ("left"(lower(former_last_name), 2) COLLATE "C", lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id, lower(former_last_name) COLLATE "C") WHERE ("left"(lower(former_last_name), 2) IS NOT NULL);
CREATE INDEX alumni_former_name_key_idx ON public.alumni USING btree (public.name_key(first_name, former_last_name)) WHERE (former_last_name IS NOT NULL);
CREATE INDEX alumni_last_name_idx ON public.alumni USING btree (lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id);
CREATE INDEX alumni_name_key_idx ON public.alumni USING btree (public.name_key(first_name, last_name));
CREATE INDEX alumni_preferred2_idx ON public.alumni USING btree ("left"(lower(preferred_name), 2) COLLATE "C", lower(last_name) COLLATE "C", lower(first_name) COLLATE "C", id, lower(preferred_name) COLLATE "C", lower(former_last_name) COLLATE "C") WHERE ("left"(lower(preferred_name), 2) IS NOT NULL);
CREATE INDEX alumni_preferred_former_name_key_idx ON public.alumni USING btree (public.name_key(preferred_name, former_last_name)) WHERE ((preferred_name IS NOT NULL) AND (former_last_name IS NOT NULL));
CREATE INDEX alumni_preferred_name_key_idx ON public.alumni USING btree (public.name_key(preferred_name, last_name)) WHERE (preferred_name IS NOT NULL);
CREATE INDEX audit_entries_subject_idx ON public.audit_entries USING btree (subject, id);
CREATE INDEX champion_signups_buid_idx ON public.champion_signups USING btree (buid) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX champion_signups_email_key ON public.champion_signups USING btree (lower(email)) WHERE (deleted_at IS NULL);
CREATE INDEX contact_import_batches_history_idx ON public.contact_import_batches USING btree (type, id DESC);
CREATE UNIQUE INDEX contact_import_batches_one_active ON public.contact_import_batches USING btree (type) WHERE (status = ANY (ARRAY['scanning'::text, 'review'::text, 'running'::text]));
CREATE INDEX crm_conflicts_batch_idx ON public.crm_conflicts USING btree (batch_id);
CREATE INDEX crm_conflicts_change_idx ON public.crm_conflicts USING btree (change_id);
CREATE INDEX crm_conflicts_field_idx ON public.crm_conflicts USING btree (buid, field);
CREATE UNIQUE INDEX crm_conflicts_open_key ON public.crm_conflicts USING btree (change_id) WHERE (resolved_at IS NULL);
CREATE INDEX crm_data_changes_export_idx ON public.crm_data_changes USING btree (export_batch_id);
CREATE INDEX crm_data_changes_open_idx ON public.crm_data_changes USING btree (buid, field) WHERE (status = ANY (ARRAY['pending'::text, 'exported'::text]));
CREATE INDEX crm_data_changes_status_idx ON public.crm_data_changes USING btree (status, id);
CREATE INDEX crm_data_changes_verified_idx ON public.crm_data_changes USING btree (verified_by_batch_id) WHERE (verified_by_batch_id IS NOT NULL);
CREATE INDEX education_import_batches_history_idx ON public.education_import_batches USING btree (type, id DESC);
CREATE UNIQUE INDEX education_import_batches_one_active ON public.education_import_batches USING btree (type) WHERE (status = ANY (ARRAY['scanning'::text, 'review'::text, 'running'::text]));
CREATE UNIQUE INDEX educations_area_key ON public.educations USING btree (buid, area_type, major_code) WHERE (kind = 'area_of_study'::text);
CREATE UNIQUE INDEX educations_degree_key ON public.educations USING btree (buid, degree_code, degree_date) WHERE (kind = 'degree'::text);
CREATE INDEX employment_import_batches_history_idx ON public.employment_import_batches USING btree (type, id DESC);
CREATE UNIQUE INDEX employment_import_batches_one_active ON public.employment_import_batches USING btree (type) WHERE (status = ANY (ARRAY['scanning'::text, 'review'::text, 'running'::text]));
CREATE INDEX engagements_buid_idx ON public.engagements USING btree (buid, engagement_date);
CREATE INDEX majors_college_idx ON public.majors USING btree (college_code, dept, major_desc);
CREATE INDEX password_resets_user_idx ON public.password_resets USING btree (user_id);
CREATE INDEX record_changes_buid_idx ON public.record_changes USING btree (buid, id);
CREATE INDEX record_changes_deleted_idx ON public.record_changes USING btree (import_type, import_batch_id, id) WHERE (deed = 'deleted'::text);
CREATE INDEX staff_sessions_user_idx ON public.staff_sessions USING btree (user_id);
CREATE INDEX statistics_segments_affinity_idx ON public.statistics_segments USING btree (affinity_code, college_code);
CREATE UNIQUE INDEX statistics_subjects_key ON public.statistics_subjects USING btree (md5(activity_code), md5(description)) NULLS NOT DISTINCT;
CREATE TRIGGER alumni_affinities_note_delete AFTER DELETE ON public.alumni_affinities REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_deleted_alumni();
CREATE TRIGGER alumni_affinities_note_insert AFTER INSERT ON public.alumni_affinities REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_inserted_alumni();
CREATE TRIGGER alumni_affinities_note_truncate AFTER TRUNCATE ON public.alumni_affinities FOR EACH STATEMENT EXECUTE FUNCTION public.note_all_alumni();
CREATE TRIGGER alumni_affinities_note_update AFTER UPDATE ON public.alumni_affinities REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_updated_alumni();
CREATE TRIGGER alumni_affinities_statistics_delete AFTER DELETE ON public.alumni_affinities REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_affinities_for_statistics();
CREATE TRIGGER alumni_affinities_statistics_insert AFTER INSERT ON public.alumni_affinities REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_affinities_for_statistics();
CREATE TRIGGER alumni_affinities_statistics_update AFTER UPDATE ON public.alumni_affinities REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_affinities_for_statistics();
CREATE TRIGGER alumni_emails_delete AFTER DELETE ON public.alumni REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.remove_alumni_emails();
CREATE TRIGGER alumni_emails_insert AFTER INSERT ON public.alumni REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.add_alumni_emails();
CREATE TRIGGER alumni_emails_update AFTER UPDATE ON public.alumni REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.change_alumni_emails();
CREATE TRIGGER alumni_note_delete AFTER DELETE ON public.alumni REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_deleted_alumni();
CREATE TRIGGER alumni_note_insert AFTER INSERT ON public.alumni REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_inserted_alumni();
CREATE TRIGGER alumni_note_truncate AFTER TRUNCATE ON public.alumni FOR EACH STATEMENT EXECUTE FUNCTION public.note_all_alumni();
CREATE TRIGGER alumni_note_update AFTER UPDATE ON public.alumni REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_updated_alumni();
CREATE TRIGGER alumni_statistics_delete AFTER DELETE ON public.alumni REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_alumni_for_statistics();
CREATE TRIGGER alumni_statistics_insert AFTER INSERT ON public.alumni REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_alumni_for_statistics();
CREATE TRIGGER alumni_statistics_update AFTER UPDATE ON public.alumni REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_alumni_for_statistics();
CREATE TRIGGER champion_signups_note_delete AFTER DELETE ON public.champion_signups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_deleted_alumni();
CREATE TRIGGER champion_signups_note_insert AFTER INSERT ON public.champion_signups REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_inserted_alumni();
CREATE TRIGGER champion_signups_note_truncate AFTER TRUNCATE ON public.champion_signups FOR EACH STATEMENT EXECUTE FUNCTION public.note_all_alumni();
CREATE TRIGGER champion_signups_note_update AFTER UPDATE ON public.champion_signups REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_updated_alumni();
CREATE TRIGGER educations_note_delete AFTER DELETE ON public.educations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_deleted_alumni();
CREATE TRIGGER educations_note_insert AFTER INSERT ON public.educations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_inserted_alumni();
CREATE TRIGGER educations_note_truncate AFTER TRUNCATE ON public.educations FOR EACH STATEMENT EXECUTE FUNCTION public.note_all_alumni();
CREATE TRIGGER educations_note_update AFTER UPDATE ON public.educations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_updated_alumni();
CREATE TRIGGER educations_statistics_delete AFTER DELETE ON public.educations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_educations_for_statistics();
CREATE TRIGGER educations_statistics_insert AFTER INSERT ON public.educations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_educations_for_statistics();
CREATE TRIGGER educations_statistics_update AFTER UPDATE ON public.educations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_educations_for_statistics();
CREATE TRIGGER employments_note_delete AFTER DELETE ON public.employments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_deleted_alumni();
CREATE TRIGGER employments_note_insert AFTER INSERT ON public.employments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_inserted_alumni();
CREATE TRIGGER employments_note_truncate AFTER TRUNCATE ON public.employments FOR EACH STATEMENT EXECUTE FUNCTION public.note_all_alumni();
CREATE TRIGGER employments_note_update AFTER UPDATE ON public.employments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_updated_alumni();
CREATE TRIGGER engagements_note_delete AFTER DELETE ON public.engagements REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_deleted_alumni();
CREATE TRIGGER engagements_note_insert AFTER INSERT ON public.engagements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_inserted_alumni();
CREATE TRIGGER engagements_note_truncate AFTER TRUNCATE ON public.engagements FOR EACH STATEMENT EXECUTE FUNCTION public.note_all_alumni();
CREATE TRIGGER engagements_note_update AFTER UPDATE ON public.engagements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.note_updated_alumni();
CREATE TRIGGER engagements_statistics_delete AFTER DELETE ON public.engagements REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_engagements_for_statistics();
CREATE TRIGGER engagements_statistics_insert AFTER INSERT ON public.engagements REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_engagements_for_statistics();
CREATE TRIGGER engagements_statistics_update AFTER UPDATE ON public.engagements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION public.log_engagements_for_statistics();
ALTER TABLE ONLY public.alumni_affinities
    ADD CONSTRAINT alumni_affinities_affinity_code_fkey FOREIGN KEY (affinity_code) REFERENCES public.affinities(affinity_code);
ALTER TABLE ONLY public.alumni_affinities
    ADD CONSTRAINT alumni_affinities_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.api_key_usage
    ADD CONSTRAINT api_key_usage_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_revoked_by_id_fkey FOREIGN KEY (revoked_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.champion_signups
    ADD CONSTRAINT champion_signups_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.champion_signups
    ADD CONSTRAINT champion_signups_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES public.champion_signups(id);
ALTER TABLE ONLY public.contact_import_batches
    ADD CONSTRAINT contact_import_batches_imported_by_id_fkey FOREIGN KEY (imported_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.contact_import_batches(id);
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.crm_data_changes(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.crm_conflicts
    ADD CONSTRAINT crm_conflicts_resolved_by_id_fkey FOREIGN KEY (resolved_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.crm_data_changes
    ADD CONSTRAINT crm_data_changes_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.crm_data_changes
    ADD CONSTRAINT crm_data_changes_export_batch_id_fkey FOREIGN KEY (export_batch_id) REFERENCES public.crm_data_export_batches(id);
ALTER TABLE ONLY public.crm_data_changes
    ADD CONSTRAINT crm_data_changes_verified_by_batch_id_fkey FOREIGN KEY (verified_by_batch_id) REFERENCES public.contact_import_batches(id);
ALTER TABLE ONLY public.crm_data_export_batches
    ADD CONSTRAINT crm_data_export_batches_exported_by_id_fkey FOREIGN KEY (exported_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.crm_data_export_batches
    ADD CONSTRAINT crm_data_export_batches_undone_by_id_fkey FOREIGN KEY (undone_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.education_import_batches
    ADD CONSTRAINT education_import_batches_imported_by_id_fkey FOREIGN KEY (imported_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.educations
    ADD CONSTRAINT educations_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.employment_import_batches
    ADD CONSTRAINT employment_import_batches_imported_by_id_fkey FOREIGN KEY (imported_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.employment_import_kept
    ADD CONSTRAINT employment_import_kept_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES public.employment_import_batches(id);
ALTER TABLE ONLY public.employments
    ADD CONSTRAINT employments_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.engagement_batches
    ADD CONSTRAINT engagement_batches_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id);
ALTER TABLE ONLY public.engagements
    ADD CONSTRAINT engagements_buid_fkey FOREIGN KEY (buid) REFERENCES public.alumni(buid);
ALTER TABLE ONLY public.import_column_aliases
    ADD CONSTRAINT import_column_aliases_assigned_by_id_fkey FOREIGN KEY (assigned_by_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.majors
    ADD CONSTRAINT majors_college_code_fkey FOREIGN KEY (college_code) REFERENCES public.colleges(code);
ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.record_changes
    ADD CONSTRAINT record_changes_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.saved_searches
    ADD CONSTRAINT saved_searches_staff_user_id_fkey FOREIGN KEY (staff_user_id) REFERENCES public.staff_users(id);
ALTER TABLE ONLY public.staff_sessions
    ADD CONSTRAINT staff_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.staff_users(id);
GRANT USAGE ON SCHEMA public TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.activity_codes TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.affinities TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agenda_jobs TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.alumni TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.alumni_affinities TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.alumni_changes TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.alumni_emails TO alumni_app;
GRANT USAGE ON SEQUENCE public.alumni_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_key_usage TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_keys TO alumni_app;
GRANT USAGE ON SEQUENCE public.api_keys_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.audit_entries TO alumni_app;
GRANT USAGE ON SEQUENCE public.audit_entries_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.champion_signups TO alumni_app;
GRANT USAGE ON SEQUENCE public.champion_signups_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.colleges TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.contact_import_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.contact_import_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.crm_conflicts TO alumni_app;
GRANT USAGE ON SEQUENCE public.crm_conflicts_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.crm_data_changes TO alumni_app;
GRANT USAGE ON SEQUENCE public.crm_data_changes_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.crm_data_export_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.crm_data_export_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.education_import_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.education_import_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.educations TO alumni_app;
GRANT USAGE ON SEQUENCE public.educations_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.employment_import_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.employment_import_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.employment_import_kept TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.employments TO alumni_app;
GRANT USAGE ON SEQUENCE public.employments_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.engagement_batches TO alumni_app;
GRANT USAGE ON SEQUENCE public.engagement_batches_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.engagements TO alumni_app;
GRANT USAGE ON SEQUENCE public.engagements_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.folded_names TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_column_aliases TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_row_results TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.job_outbox TO alumni_app;
GRANT USAGE ON SEQUENCE public.job_outbox_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.majors TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.password_resets TO alumni_app;
GRANT USAGE ON SEQUENCE public.password_resets_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.record_changes TO alumni_app;
GRANT USAGE ON SEQUENCE public.record_changes_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_searches TO alumni_app;
GRANT USAGE ON SEQUENCE public.saved_searches_id_seq TO alumni_app;
GRANT SELECT ON TABLE public.schema_migrations TO alumni_app;
GRANT USAGE ON SEQUENCE public.schema_migrations_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.staff_sessions TO alumni_app;
GRANT USAGE ON SEQUENCE public.staff_sessions_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.staff_users TO alumni_app;
GRANT USAGE ON SEQUENCE public.staff_users_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statistics_cells TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statistics_event_days TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statistics_events TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statistics_log TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statistics_segments TO alumni_app;
GRANT USAGE ON SEQUENCE public.statistics_segments_id_seq TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statistics_state TO alumni_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.statistics_subjects TO alumni_app;
GRANT USAGE ON SEQUENCE public.statistics_subjects_id_seq TO alumni_app;
