create or replace function statistics_year(day date, fiscal_year_start text) returns integer language sql immutable return
  date_part('year', day)::integer
    + case when fiscal_year_start = '01-01' or date_part('month', day) * 100 + date_part('day', day) < replace(fiscal_year_start, '-', '')::integer then 0 else 1 end;
comment on function statistics_year is 'The fiscal year of a day, by the calendar year in which it ends';

create or replace function statistics_month(day date, fiscal_year_start text) returns integer language sql immutable return
  (date_part('month', day - (right(fiscal_year_start, 2)::integer - 1))::integer - left(fiscal_year_start, 2)::integer + 12) % 12 + 1;
comment on function statistics_month is '1 to 12, counted from the first day of the fiscal year, also where that is in the middle of a month';

create or replace function statistics_day(day date, fiscal_year_start text) returns integer language sql immutable return
  least(date_part('month', day) * 100 + date_part('day', day), case date_part('month', day) when 2 then 228 else 1231 end)::integer
    - replace(fiscal_year_start, '-', '')::integer
    + case when to_char(day, 'MM-DD') < fiscal_year_start then 1300 else 0 end;
comment on function statistics_day is 'Days of all fiscal years in the order in which each year has them; 29 February stands with 28 February, so that the last day of a year meets the last day of any other';
