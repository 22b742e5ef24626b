-- Who is told each Monday who came into a saved search and who left it. `told_week`: the Monday of the last letter.
create table search_follows (
  saved_search_id bigint not null references saved_searches (id) on delete cascade,
  staff_user_id bigint not null references staff_users (id) on delete cascade,
  by_letter boolean not null default false,
  told_week date,
  primary key (saved_search_id, staff_user_id)
);
create index search_follows_staff_user_id_idx on search_follows (staff_user_id);

-- Whom a followed search found in the week that began on a Monday, and how they differ from those of the week compared
-- with. `members`, `came_in` and `went` are ids of alumni, null where there are too many people to compare.
create table search_moves (
  saved_search_id bigint primary key references saved_searches (id) on delete cascade,
  week date not null,
  taken_at timestamptz not null,
  count integer,
  members bigint[],
  since timestamptz,
  before integer,
  came_in bigint[],
  went bigint[]
);
