create or replace function statistics_year(day date, fiscal_year_start text) returns integer language sql immutable return
  date_part('year', day)::integer
    + case when fiscal_year_start = '01-01' or date_part('month', day) * 100 + date_part('day', day) < replace(fiscal_year_start, '-', '')::integer then 0 else 1 end;
comment on function statistics_year is 'The fiscal year of a day, by the calendar year in which it ends';

create or replace function statistics_month(day date, fiscal_year_start text) returns integer language sql immutable return
  (date_part('month', day - (right(fiscal_year_start, 2)::integer - 1))::integer - left(fiscal_year_start, 2)::integer + 12) % 12 + 1;
comment on function statistics_month is '1 to 12, counted from the first day of the fiscal year, also where that is in the middle of a month';

create or replace function day_a_year_before(day date) returns date language sql immutable return
  greatest((day - interval '1 year')::date, (day + 1 - interval '1 year')::date - 1);
comment on function day_a_year_before is 'With 29 February on the side of 28 February, so that the last day of a year is its last day a year before, too';
