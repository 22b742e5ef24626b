-- A search under a name can be shown to colleagues who may see its list.
alter table saved_searches add column is_shared boolean not null default false;

-- How many a search found when it was first counted on a day, by the institution's clock.
create table saved_search_counts (
  saved_search_id bigint not null references saved_searches (id) on delete cascade,
  day date not null,
  count integer not null,
  primary key (saved_search_id, day)
);
create index saved_search_counts_day_idx on saved_search_counts (day);
