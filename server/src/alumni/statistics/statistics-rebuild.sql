create or replace function statistics_edition() returns smallint language sql immutable return 1::smallint;
comment on function statistics_edition is 'Goes up with what the figures mean: those of another edition are made anew';

create or replace function rebuild_engagement_statistics(new_fiscal_year_start text default null, today date default (now() at time zone 'utc')::date) returns void language plpgsql
set work_mem = '256MB' set jit = off set enable_nestloop = off set enable_mergejoin = off as $$
declare
  starts text := coalesce(new_fiscal_year_start, (select fiscal_year_start from statistics_state), '07-01');
  last_to_day integer := statistics_day(today, starts);
begin
  delete from statistics_cells;
  delete from statistics_events;
  delete from statistics_event_days;
  delete from statistics_log;
  delete from statistics_alumni;
  delete from statistics_segments;
  delete from statistics_subjects;

  create temp table person on commit drop as
  select a.buid, a.id::integer as person_id, not a.deceased as is_living, coalesce(c.codes, '{}') as colleges, coalesce(m.codes, '{}') as affinities,
    statistics_year(c.degree_date, starts) as since
  from alumni a
    left join (
      select buid, array_agg(distinct college_code order by college_code) filter (where college_code <> '') as codes, min(degree_date) as degree_date
      from educations group by buid
    ) c using (buid)
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
  select buid, person_id, profile_id, since from person join profile using (colleges, affinities, is_living);

  -- Since which fiscal year the living are alumni: of the university, and of a college.
  create temp table graduate on commit drop as
  select p.person_id, p.affinities, null::text as college_code, p.since, p.since as since_any from person p where p.is_living and p.since is not null
  union all
  select p.person_id, p.affinities, c.code, d.since, p.since
  from person p cross join unnest(p.colleges) c (code) left join (
    select buid, college_code as code, statistics_year(min(degree_date), starts) as since from educations where college_code <> '' group by 1, 2
  ) d on d.buid = p.buid and d.code = c.code
  where p.is_living and p.since is not null;
  insert into statistics_alumni (segment_id, year, alumni)
  select g.id, p.since, p.alumni
  from (
    select coalesce(college_code, '') as college_code, coalesce(a.code, '') as affinity_code, since, count(*) as alumni
    from graduate cross join unnest(affinities || null::text) a (code) where since is not null group by 1, 2, 3
  ) p join statistics_segments g on coalesce(g.college_code, '') = p.college_code and coalesce(g.affinity_code, '') = p.affinity_code;

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
  analyze profile, profile_segment, member, graduate, event, event_subject;

  -- Each engagement, in whole numbers from here on.
  create temp table counted on commit drop as
  select m.person_id, m.profile_id, s.activity_id, s.subject_id, d.year, d.month, d.is_to_day, e.engagement_date as day
  from engagements e join member m using (buid) join event v on v.activity_code = e.activity_code and coalesce(v.description, '') = coalesce(e.description, '') join event_subject s using (event_id)
    join (
      select day, statistics_year(day, starts) as year, statistics_month(day, starts) as month, statistics_day(day, starts) <= last_to_day as is_to_day
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

  insert into statistics_cells (
    segment_id, subject_id, year,
    engagements, engaged, engaged_alumni, first_time, lapsed, engagements_to_day, engaged_to_day,
    engaged_alumni_to_day, first_time_to_day, month_1, month_2, month_3, month_4, month_5, month_6, month_7, month_8,
    month_9, month_10, month_11, month_12, people_1, people_2, people_3, people_4, people_5, people_6, people_7,
    people_8, people_9, people_10, people_11, people_12
  )
  select p.segment_id, f.activity_id, f.year,
    sum(f.engagements), sum(f.engaged), coalesce(sum(f.engaged_alumni) filter (where p.is_living), 0),
    sum(f.first_time), sum(f.lapsed), sum(f.engagements_to_day), sum(f.engaged_to_day),
    coalesce(sum(f.engaged_alumni_to_day) filter (where p.is_living), 0), sum(f.first_time_to_day), sum(f.month_1),
    sum(f.month_2), sum(f.month_3), sum(f.month_4), sum(f.month_5), sum(f.month_6), sum(f.month_7), sum(f.month_8),
    sum(f.month_9), sum(f.month_10), sum(f.month_11), sum(f.month_12), sum(f.people_1), sum(f.people_2),
    sum(f.people_3), sum(f.people_4), sum(f.people_5), sum(f.people_6), sum(f.people_7), sum(f.people_8),
    sum(f.people_9), sum(f.people_10), sum(f.people_11), sum(f.people_12)
  from (
    select f.profile_id, f.activity_id, f.year,
      sum(f.engagements)::integer as engagements, count(*)::integer as engaged,
      (count(*) filter (where m.since <= f.year))::integer as engaged_alumni,
      (count(*) filter (where f.year = b.first_year))::integer as first_time,
      (count(*) filter (where n.year is null))::integer as lapsed, sum(f.to_day)::integer as engagements_to_day,
      (count(*) filter (where f.to_day > 0))::integer as engaged_to_day,
      (count(*) filter (where f.to_day > 0 and m.since <= f.year))::integer as engaged_alumni_to_day,
      (count(*) filter (where f.to_day > 0 and f.year = b.first_year))::integer as first_time_to_day,
      sum(f.month_1)::integer as month_1, sum(f.month_2)::integer as month_2, sum(f.month_3)::integer as month_3,
      sum(f.month_4)::integer as month_4, sum(f.month_5)::integer as month_5, sum(f.month_6)::integer as month_6,
      sum(f.month_7)::integer as month_7, sum(f.month_8)::integer as month_8, sum(f.month_9)::integer as month_9,
      sum(f.month_10)::integer as month_10, sum(f.month_11)::integer as month_11,
      sum(f.month_12)::integer as month_12, (count(*) filter (where f.month_1 > 0))::integer as people_1,
      (count(*) filter (where f.month_2 > 0))::integer as people_2,
      (count(*) filter (where f.month_3 > 0))::integer as people_3,
      (count(*) filter (where f.month_4 > 0))::integer as people_4,
      (count(*) filter (where f.month_5 > 0))::integer as people_5,
      (count(*) filter (where f.month_6 > 0))::integer as people_6,
      (count(*) filter (where f.month_7 > 0))::integer as people_7,
      (count(*) filter (where f.month_8 > 0))::integer as people_8,
      (count(*) filter (where f.month_9 > 0))::integer as people_9,
      (count(*) filter (where f.month_10 > 0))::integer as people_10,
      (count(*) filter (where f.month_11 > 0))::integer as people_11,
      (count(*) filter (where f.month_12 > 0))::integer as people_12
    from fact f join member m using (person_id)
      join (select person_id, activity_id, min(year) as first_year from fact group by 1, 2) b using (person_id, activity_id)
      left join (select person_id, activity_id, year - 1 as year from fact) n
        on n.person_id = f.person_id and n.activity_id = f.activity_id and n.year = f.year
    group by 1, 2, 3
  ) f join profile_segment p using (profile_id)
  group by 1, 2, 3;
  -- Few have the first degree of a college later than their first degree, or undated: until then they are not among its alumni.
  update statistics_cells c set engaged_alumni = c.engaged_alumni - d.people, engaged_alumni_to_day = c.engaged_alumni_to_day - d.people_to_day
  from (
    select g.id as segment_id, p.activity_id, p.year, p.people, p.people_to_day
    from (
      select l.college_code, coalesce(a.code, '') as affinity_code, f.activity_id, f.year, count(*) as people, count(*) filter (where f.to_day > 0) as people_to_day
      from graduate l join fact f using (person_id) cross join unnest(l.affinities || null::text) a (code)
      where l.college_code is not null and l.since is distinct from l.since_any and f.year >= l.since_any and (l.since is null or f.year < l.since)
      group by 1, 2, 3, 4
    ) p join statistics_segments g on g.college_code = p.college_code and coalesce(g.affinity_code, '') = p.affinity_code
  ) d
  where c.segment_id = d.segment_id and c.subject_id = d.activity_id and c.year = d.year;

  insert into statistics_events (segment_id, year, subject_id, engagements, engaged)
  select p.segment_id, f.year, f.subject_id, sum(f.engagements), sum(f.engaged)
  from (
    select profile_id, year, subject_id, count(*)::integer as engaged, sum(times)::integer as engagements
    from (select person_id, profile_id, year, subject_id, count(*)::integer as times from counted where subject_id is not null group by 1, 2, 3, 4) e group by 1, 2, 3
  ) f join profile_segment p using (profile_id)
  group by 1, 2, 3;
  insert into statistics_event_days (subject_id, day, engagements)
  select subject_id, day, count(*) from counted where subject_id is not null group by 1, 2;

  insert into statistics_state (fiscal_year_start, as_of, refreshed_at, edition) values (starts, today, now(), statistics_edition())
  on conflict (is_the_row) do update set fiscal_year_start = excluded.fiscal_year_start, as_of = excluded.as_of, refreshed_at = excluded.refreshed_at, edition = excluded.edition;
  drop table person, profile, profile_segment, member, graduate, event, event_subject, counted, fact;
end $$;
comment on function rebuild_engagement_statistics is 'Makes all figures anew; to be called where nobody writes, or at REPEATABLE READ';
