-- Signups of one person: what may be duplicates, what is not, and what was merged.

-- Derived from the signups by find_signup_duplicates(): `first_id` is the smaller id.
create table signup_duplicates (
  first_id bigint not null,
  second_id bigint not null check (second_id > first_id),
  reasons text[] not null,
  -- The more and the stronger the reasons, the higher.
  weight integer not null,
  primary key (first_id, second_id)
);
create index signup_duplicates_weight_idx on signup_duplicates (weight desc, second_id desc, first_id desc);
create index signup_duplicates_second_idx on signup_duplicates (second_id);

-- One row: when all signups were last looked through.
create table signup_duplicate_searches (
  id integer primary key check (id = 1),
  searched_at timestamptz not null
);

-- Two signups of which staff said that they are not the same person. Without foreign keys: it is no part of what a champion has told
-- us, and it is read through what the two were merged into.
create table signup_dismissals (
  id bigint generated always as identity primary key,
  first_id bigint not null,
  second_id bigint not null check (second_id > first_id),
  dismissed_by_id bigint not null references staff_users (id),
  dismissed_at timestamptz not null default now(),
  unique (first_id, second_id)
);
create index signup_dismissals_second_idx on signup_dismissals (second_id);

create table signup_merges (
  id bigint generated always as identity primary key,
  survivor_id bigint not null references champion_signups (id),
  source_ids bigint[] not null,
  -- What showed that they are of one person.
  key text not null,
  -- Whose value each field was to have, and what came of the merge; null once its people were erased.
  choices jsonb,
  outcome jsonb,
  merged_by_id bigint not null references staff_users (id),
  merged_at timestamptz not null default now(),
  undone_by_id bigint references staff_users (id),
  undone_at timestamptz,
  undo_outcome jsonb
);
create index signup_merges_survivor_idx on signup_merges (survivor_id);
create index signup_merges_sources_idx on signup_merges using gin (source_ids);

-- Every row that a merge has changed, so that it can be undone. `key` finds the row as it is after the merge; null is a row that was not
-- there before, or is not after it. Of a row that was changed, `before` and `after` have the columns that differ.
create table signup_merge_rows (
  merge_id bigint not null references signup_merges (id),
  position integer not null,
  table_name text not null,
  key jsonb not null,
  before jsonb,
  after jsonb,
  primary key (merge_id, position)
);
