/** The twelve months of a fiscal year, as columns. */
export const months = Array.from({ length: 12 }, (_, n) => `month_${n + 1}`)

export const statisticsTables = `
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
  ${months.map((month) => `${month} integer not null`).join(', ')},
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
`
