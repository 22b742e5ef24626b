-- Every list of the vocabulary can take an entry out of use.
alter table colleges add column active boolean not null default true;
alter table affinities add column active boolean not null default true;
alter table activity_codes add column active boolean not null default true;

-- When the job last looked for what each report shows.
create table report_searches (
  report text primary key,
  searched_at timestamptz not null
);

-- Employers that need a look, derived from the employment records.
create table employer_findings (
  employer text primary key,
  why text not null check (why in ('misspelt', 'none', 'only_one')),
  suggestion text,
  -- People who have the suggested spelling.
  suggestion_people integer
);

-- Two alumni who may be one person, derived from the alumni: `first_id` is the smaller id.
create table look_alikes (
  first_id bigint not null,
  second_id bigint not null check (second_id > first_id),
  reasons text[] not null,
  -- The more and the stronger the reasons, the higher.
  weight integer not null,
  primary key (first_id, second_id)
);
create index look_alikes_weight_idx on look_alikes (weight desc, first_id, second_id);

-- Two alumni of whom staff said that they are not the same person. Without foreign keys: it stands when an import is undone and repeated.
create table look_alike_dismissals (
  id bigint generated always as identity primary key,
  first_buid text not null,
  second_buid text not null check (second_buid > first_buid),
  dismissed_by_id bigint not null references staff_users (id),
  dismissed_at timestamptz not null default now(),
  unique (first_buid, second_buid)
);
create index look_alike_dismissals_second_idx on look_alike_dismissals (second_buid);

create index letters_failed_idx on letters (id desc) where failure is not null and sent_at is null;
