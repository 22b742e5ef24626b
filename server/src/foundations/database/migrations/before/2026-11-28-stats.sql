-- A year's share is of the alumni of that year, so the figures know when people became alumni.
alter table statistics_log add degree_date date;
comment on column statistics_log.record is 'engagement, education, affinity (membership), living (alumnus) or day (the calendar moved on)';

alter table statistics_state add edition smallint not null default 0;
comment on column statistics_state.edition is 'Of the routines that made the figures; those of another edition make all of them anew';

create table statistics_alumni (
  segment_id integer not null, year smallint not null,
  alumni integer not null,
  primary key (segment_id, year)
) with (fillfactor = 80);
comment on table statistics_alumni is 'Living people by the fiscal year of their first degree, in segments of a college the first of that college. Alumni of a year are those of all years up to it';

alter table statistics_cells
  add engaged_alumni integer not null default 0, add engaged_alumni_to_day integer not null default 0, add lapsed integer not null default 0,
  add people_1 integer not null default 0, add people_2 integer not null default 0, add people_3 integer not null default 0,
  add people_4 integer not null default 0, add people_5 integer not null default 0, add people_6 integer not null default 0,
  add people_7 integer not null default 0, add people_8 integer not null default 0, add people_9 integer not null default 0,
  add people_10 integer not null default 0, add people_11 integer not null default 0, add people_12 integer not null default 0,
  drop engaged_living, drop engaged_living_to_day;
comment on table statistics_cells is 'Figures of a fiscal year; _to_day: up to the same day as as_of. lapsed: engaged in this year and not in the next';
comment on column statistics_cells.engaged_alumni is 'Living people engaged whose first degree in the segment is of this year or before';

drop function if exists fold_cells(integer, integer);
drop function if exists fold_people(text[]);
drop function if exists fold_colleges(text[]);
drop function if exists day_a_year_before(date);
