-- This is the schema as v0.14.0 left it. A new database begins with it, and one of v0.14.0 counts as having run it.
-- Routines that change with a release are in .sql files beside their features. Indexes and stored values are built on the
-- functions here: a change to one of these needs a migration that rebuilds them.

-- ## Functions that indexes and stored values are built on

-- fold_email() makes the form in which e-mail addresses are compared, as foldEmail of the server does: NFKC, lower case,
-- the domain in Punycode. punycode() encodes a label that is not all ASCII (RFC 3492, section 6.3).
create function punycode(label text) returns text language plpgsql immutable parallel safe strict as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points int[] := array(select ascii(letter) from regexp_split_to_table(label, '') with ordinality t (letter, n) order by n);
  basic constant text := (select coalesce(string_agg(chr(point), '' order by n), '') from unnest(points) with ordinality t (point, n) where point < 128);
  encoded text := basic || case when basic = '' then '' else '-' end;
  handled int := length(basic);
  delta bigint := 0;
  bias int := 72;
  following int := 128;
  smallest int;
  point int;
  rest bigint;
  k int;
  threshold int;
begin
  while handled < cardinality(points) loop
    smallest := (select min(p) from unnest(points) p where p >= following);
    delta := delta + (smallest - following)::bigint * (handled + 1);
    following := smallest;
    foreach point in array points loop
      if point < following then delta := delta + 1; end if;
      continue when point <> following;
      rest := delta;
      k := 36;
      loop
        threshold := least(26, greatest(1, k - bias));
        exit when rest < threshold;
        encoded := encoded || substr(digits, (threshold + (rest - threshold) % (36 - threshold))::int + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        k := k + 36;
      end loop;
      encoded := encoded || substr(digits, rest::int + 1, 1);
      rest := delta / case when handled = length(basic) then 700 else 2 end;
      rest := rest + rest / (handled + 1);
      k := 0;
      while rest > 455 loop
        rest := rest / 35;
        k := k + 36;
      end loop;
      bias := k + 36 * rest / (rest + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    following := following + 1;
  end loop;
  return encoded;
end $$;

-- The lower case of İ and Σ depends on the cluster's locale; here it does not.
create function fold_wide_email(address text) returns text language plpgsql immutable parallel safe strict as $$
declare
  folded text := normalize(lower(translate(replace(btrim(normalize(address, nfkc)), 'İ', E'i\u0307'), 'Σ', 'σ') collate "default"), nfkc);
  domain text := replace(substring(folded from '@([^@]*)$'), '。', '.');
begin
  if domain is null then return folded; end if;
  return left(folded, -length(domain)) || (
    select string_agg(case when octet_length(label) = length(label) then label else 'xn--' || public.punycode(label) end, '.' order by n)
    from unnest(string_to_array(domain, '.')) with ordinality t (label, n));
end $$;

-- Almost all addresses are ASCII, and imports fold millions of them: these skip the slow path.
create function fold_email(address text) returns text language sql immutable parallel safe
return case when octet_length(address) = length(address) then lower(btrim(address) collate "C") collate "default"
  else fold_wide_email(address) end;

-- Names are compared without accents and letter case. Apostrophes and full stops vanish (O'Neil, J.R.), other punctuation
-- separates words (Smith-Jones). Most names are plain and skip all of it.
create or replace function folded_name(name text) returns text language sql immutable parallel safe
return case when name ~ '^[a-zA-Z]+( [a-zA-Z]+)*$' then lower(name) else
  btrim(regexp_replace(
    lower(replace(replace(replace(replace(replace(replace(
      translate(regexp_replace(normalize(translate(name, '''’‘ʼʻ`´′.', ''), nfkd), '[\u0300-\u036f]', '', 'g'), 'ØøŁłĐđÐðıĦħ', 'OoLlDdDdiHh'),
      'ß', 'ss'), 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'Þ', 'th')),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'))
end;

create or replace function name_key(first text, last text) returns text language sql immutable parallel safe
return folded_name(coalesce(first || ' ', '') || coalesce(last, ''));

-- A search finds a signup by these words: names without accents, whole and in parts (O'Neil: oneil, o, neil), the address,
-- its domain and their parts, the BUID. Indexes are built without a search path, hence "public". The high cost and
-- plpgsql, which is not inlined, make PostgreSQL use the index.
create or replace function signup_words(email text, first_name text, last_name text, former_last_name text, buid text) returns tsvector
language plpgsql immutable parallel safe cost 1000 as $$
begin
  return array_to_tsvector(array(
    select distinct left(word, 250) from (
      select unnest(string_to_array(public.folded_name(name), ' ') || replace(public.folded_name(name), ' ', '') || string_to_array(public.folded_name(translate(name, '''’‘ʼʻ`´′', '        ')), ' '))
        from unnest(array[first_name, last_name, former_last_name]) name where name is not null
      union all select unnest(array[lower(email), lower(split_part(email, '@', 2)), lower(buid)])
      union all select unnest(regexp_split_to_array(lower(email), '[^[:alnum:]]+'))
    ) words (word) where word <> ''
  ));
end $$;

-- ## Foundations

-- Each file of functions and triggers has the SHA-256 of the text that was applied last.
create table schema_routines (
  name text primary key,
  digest text not null,
  applied_at timestamptz not null default now()
);

-- A change in batches goes on after its cursor.
create table schema_cursors (
  name text primary key,
  cursor text
);

-- Jobs are written in the transaction that asks for them and enqueued after its commit.
create table job_outbox (
  id bigint generated always as identity primary key,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);

create table agenda_jobs (
  id uuid primary key default gen_random_uuid(),
  name varchar(255) not null,
  priority integer not null default 0,
  next_run_at timestamptz,
  type varchar(10) not null default 'normal' check (type in ('normal', 'single')),
  locked_at timestamptz, last_finished_at timestamptz,
  failed_at timestamptz, fail_count integer, fail_reason text,
  repeat_timezone varchar(100),
  last_run_at timestamptz,
  repeat_interval varchar(255),
  data jsonb default '{}',
  repeat_at varchar(255),
  disabled boolean default false, progress real, fork boolean default false,
  last_modified_by varchar(255),
  debounce_started_at timestamptz,
  start_date timestamptz, end_date timestamptz, skip_days jsonb,
  created_at timestamptz default now(), updated_at timestamptz default now()
);
create index agenda_jobs_find_and_lock_idx on agenda_jobs (name, next_run_at, priority desc, locked_at, disabled) where disabled = false;
create unique index agenda_jobs_single_job_idx on agenda_jobs (name) where type = 'single';
create index agenda_jobs_locked_at_idx on agenda_jobs (locked_at) where locked_at is not null;
create index agenda_jobs_next_run_at_idx on agenda_jobs (next_run_at) where next_run_at is not null;
create index agenda_jobs_failed_idx on agenda_jobs (name, failed_at) where failed_at is not null;
create index agenda_jobs_waiting_idx on agenda_jobs (next_run_at) where locked_at is null and repeat_interval is null;

create table letters (
  id bigint generated always as identity primary key,
  kind text not null,
  about jsonb not null, -- ids only: the worker finds the address and makes secrets when it sends
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  failure text, -- in our words: those of a mail server may quote an address
  sent_at timestamptz, -- also set where no recipient was left
  given_up_at timestamptz,
  held_at timestamptz,
  unneeded boolean not null default false
);
-- A worker finds the letters to lists that wait among all letters of a month.
create index letters_to_lists_idx on letters (attempts, id) where kind = 'list-letter' and sent_at is null and given_up_at is null;
create index letters_ended_idx on letters (coalesce(sent_at, given_up_at)) where sent_at is not null or given_up_at is not null;
create index letters_failed_idx on letters (id desc) where failure is not null and sent_at is null;
create index letters_held_idx on letters (id) where held_at is not null and sent_at is null;

-- A button works once: the second press of the same browser within seconds gets the answer to the first. The hash and the
-- key of the answer derive from a secret that only the browser has.
create table button_presses (
  press_hash text primary key,
  answer text,
  expires_at timestamptz not null
);

-- ## Staff

create table staff_users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('viewer', 'staff', 'admin')),
  password_hash text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  google_uid text unique,
  version integer not null default 1, -- raised by each change of an administrator, so that an edit of an older one is refused
  invited_at timestamptz,
  last_signed_in_at timestamptz,
  wrong_codes integer not null default 0, -- wrong codes and passwords since wrong_codes_since
  wrong_codes_since timestamptz
);

create table staff_policy (
  id integer primary key default 1 check (id = 1),
  admins_need_second_factor boolean not null default false
);
insert into staff_policy default values;

create table staff_sessions (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  user_id bigint not null references staff_users,
  created_at timestamptz not null default now(), used_at timestamptz not null default now(),
  browser text not null default 'A browser',
  proven_at timestamptz not null default now(), -- the last check of the second factor, or of the password where there is none
  challenge text -- a passkey signs it, once
);
create index staff_sessions_user_idx on staff_sessions (user_id);

create table password_resets (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  user_id bigint not null references staff_users,
  created_at timestamptz not null default now(), expires_at timestamptz not null, used_at timestamptz
);
create index password_resets_user_idx on password_resets (user_id);

-- The password, or Google, was right; the second factor is still missing.
create table staff_pending_sign_ins (
  token_hash text primary key,
  user_id bigint not null references staff_users,
  challenge text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index staff_pending_sign_ins_user_idx on staff_pending_sign_ins (user_id);

create table staff_totp (
  user_id bigint primary key references staff_users,
  secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

create table staff_passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references staff_users,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports jsonb not null default '[]',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index staff_passkeys_user_idx on staff_passkeys (user_id);

create table staff_backup_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references staff_users,
  code_hash text not null unique,
  used_at timestamptz
);
create index staff_backup_codes_user_idx on staff_backup_codes (user_id);

-- Google has vouched for a person in the browser; the desktop app exchanges this code for the session, once.
create table staff_app_codes (
  code_hash text primary key,
  user_id bigint not null references staff_users on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index staff_app_codes_user_idx on staff_app_codes (user_id);

create table api_keys (
  id bigint generated always as identity primary key,
  name text not null,
  owner text,
  prefix text not null,
  key_hash text not null unique,
  previous_prefix text,
  previous_key_hash text unique, -- the key before the last rotation works until previous_until
  previous_until timestamptz,
  created_at timestamptz not null default now(), created_by_id bigint not null references staff_users,
  rotated_at timestamptz,
  revoked_at timestamptz, revoked_by_id bigint references staff_users,
  last_used_at timestamptz
);

create table api_key_usage (
  api_key_id bigint references api_keys,
  day date,
  requests integer not null default 0, rows integer not null default 0,
  primary key (api_key_id, day)
);

-- Name and address stay readable after an account is removed. The role of the service may only add entries.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  staff_user_id bigint references staff_users,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  who text not null default 'The service',
  address text, -- the network address of the request; null for jobs and commands
  words tsvector generated always as (
    to_tsvector('simple', regexp_replace(lower(who || ' ' || action || ' ' || subject || ' ' || left(detail::text, 20000)), '[^[:alnum:]]+', ' ', 'g'))
  ) stored
);
create index audit_entries_subject_idx on audit_entries (subject, id);
create index audit_entries_words_idx on audit_entries using gin (words);
create index audit_entries_at_idx on audit_entries (at);
create index audit_entries_staff_user_idx on audit_entries (staff_user_id, id);
create index audit_entries_action_idx on audit_entries (action, id);

-- ## Alumni

create table colleges (
  code text primary key,
  name text not null,
  active boolean not null default true
);

create table majors (
  major_code text primary key,
  major_desc text not null,
  dept text not null,
  dept_desc text not null,
  college_code text not null references colleges,
  active boolean not null default true
);
create index majors_college_idx on majors (college_code, dept, major_desc);

create table affinities (
  affinity_code text primary key,
  name text not null,
  category text not null check (category in ('Athletics', 'Campus Life', 'Geographic', 'Greek Life', 'Instrumental Ensembles', 'Post Graduation', 'Spiritual Life', 'Vocal Ensembles')),
  active boolean not null default true
);
create index affinities_category_idx on affinities (category, name);

create table activity_codes (
  code text primary key,
  name text not null,
  active boolean not null default true
);

create table alumni (
  id bigint generated always as identity primary key,
  buid text not null unique check (buid ~ '^B[0-9]{8}$'),
  contact_id text unique check (contact_id ~ '^C-[0-9]{9}$'),
  crm_id text check (length(crm_id) = 15), -- the first 15 characters of the CRM's id, case-sensitive; two alumni may share one
  prefix text, first_name text, middle_name text, last_name text, suffix text, preferred_name text, former_last_name text,
  primary_email text, personal_email text, work_email text, school_email text, other_email text,
  mobile_phone text, home_phone text,
  street text, city text, state text, postal_code text, country text,
  deceased boolean not null default false,
  do_not_contact boolean not null default false,
  do_not_email boolean not null default false,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create index alumni_crm_id_idx on alumni (crm_id);
create index alumni_name_key_idx on alumni (name_key(first_name, last_name));
create index alumni_preferred_name_key_idx on alumni (name_key(preferred_name, last_name)) where preferred_name is not null;
create index alumni_former_name_key_idx on alumni (name_key(first_name, former_last_name)) where former_last_name is not null;
create index alumni_preferred_former_name_key_idx on alumni (name_key(preferred_name, former_last_name)) where preferred_name is not null and former_last_name is not null;

create table educations (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  kind text not null check (kind in ('degree', 'area_of_study')),
  area_type text,
  degree_code text, degree_date date,
  major_code text, major_desc text,
  college_code text, college_name text,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create unique index educations_degree_key on educations (buid, degree_code, degree_date) where kind = 'degree';
create unique index educations_area_key on educations (buid, area_type, major_code) where kind = 'area_of_study';
create index educations_buid_idx on educations (buid);

create table employments (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  employer text not null,
  job_title text,
  start_date date, end_date date,
  current boolean not null default false,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  constraint employments_key unique nulls not distinct (buid, employer, start_date)
);

create table alumni_affinities (
  buid text references alumni (buid),
  affinity_code text references affinities,
  primary key (buid, affinity_code)
);

create table engagements (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  activity_code text not null,
  engagement_date date not null,
  description text,
  created_at timestamptz not null default now(),
  engagement_batch_id bigint -- no index: the batch has its first_engagement_id and last_engagement_id
);
create index engagements_buid_idx on engagements (buid, engagement_date);
create index engagements_gift_idx on engagements (engagement_date, buid) where activity_code = 'gift';

-- Triggers of alumni derive this table.
create table alumni_emails (
  email text collate "C", -- fold_email() of one of the five addresses
  alumnus_id bigint,
  primary key (email, alumnus_id)
);

-- Triggers log the alumni whose records a statement wrote; null means everyone. The people index reads by transaction what
-- its snapshot did not include. A row is deleted after a day.
create table alumni_changes (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp(),
  buids text[],
  source text -- the table that was written; null means any
);
create index alumni_changes_xid_idx on alumni_changes (xid);
create index alumni_changes_at_idx on alumni_changes (at);

create table record_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  buid text not null,
  record text not null check (record in ('alumnus', 'education', 'employment')),
  record_id bigint not null,
  action text not null check (action in ('created', 'changed', 'deleted')),
  fields jsonb not null, -- field name to [before, after]; null means no value
  import_type text,
  import_batch_id bigint,
  staff_user_id bigint references staff_users
);
create index record_changes_buid_idx on record_changes (buid, id);
create index record_changes_deleted_idx on record_changes (import_type, import_batch_id, id) where action = 'deleted';
create index record_changes_batch_idx on record_changes (import_type, import_batch_id, id) where import_batch_id is not null;

create table saved_searches (
  id bigint generated always as identity primary key,
  staff_user_id bigint not null references staff_users,
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  list text not null default 'alumni_search',
  is_shared boolean not null default false,
  unique (staff_user_id, list, name)
);

create table saved_search_counts (
  saved_search_id bigint references saved_searches on delete cascade,
  day date,
  count integer not null,
  primary key (saved_search_id, day)
);
create index saved_search_counts_day_idx on saved_search_counts (day);

-- `told_week` is the Monday of the last letter.
create table search_follows (
  saved_search_id bigint references saved_searches on delete cascade,
  staff_user_id bigint references staff_users on delete cascade,
  by_letter boolean not null default false,
  told_week date,
  primary key (saved_search_id, staff_user_id)
);
create index search_follows_staff_user_id_idx on search_follows (staff_user_id);

-- A followed search in the week that began on that Monday, beside the week it is compared with. The lists have ids of
-- alumni, and are null where there are too many people to compare.
create table search_moves (
  saved_search_id bigint primary key references saved_searches on delete cascade,
  week date not null,
  taken_at timestamptz not null,
  count integer,
  members bigint[],
  since timestamptz,
  before integer,
  came_in bigint[], went bigint[]
);

-- A job derives what reports show; this is when it last did.
create table report_searches (
  report text primary key,
  searched_at timestamptz not null
);

create table employer_findings (
  employer text primary key,
  why text not null check (why in ('misspelt', 'none', 'only_one')),
  suggestion text, suggestion_people integer
);

-- Pairs of alumni who may be one person, derived by a job; `first_id` is the smaller id.
create table look_alikes (
  first_id bigint, second_id bigint,
  reasons text[] not null, weight integer not null,
  primary key (first_id, second_id),
  check (second_id > first_id)
);
create index look_alikes_weight_idx on look_alikes (weight desc, first_id, second_id);

-- Staff decided that the two are different people. BUIDs instead of foreign keys outlast the undo of an import.
create table look_alike_dismissals (
  id bigint generated always as identity primary key,
  first_buid text not null, second_buid text not null,
  dismissed_by_id bigint not null references staff_users, dismissed_at timestamptz not null default now(),
  check (second_buid > first_buid),
  unique (first_buid, second_buid)
);
create index look_alike_dismissals_second_idx on look_alike_dismissals (second_buid);

-- ## Exchange

-- A file is uploaded in as many requests as it takes.
create table import_uploads (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type in ('contacts', 'educations', 'areas-of-study', 'employment')),
  by_id bigint not null references staff_users,
  file_name text not null,
  size bigint not null check (size > 0),
  received bigint not null default 0,
  pieces jsonb not null default '[]',
  batch_id bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  check (received between 0 and size)
);
create index import_uploads_by_idx on import_uploads (by_id);
create index import_uploads_updated_idx on import_uploads (updated_at);

create table import_column_aliases (
  type text,
  header text,
  field text not null,
  assigned_by_id bigint not null references staff_users, assigned_at timestamptz not null default now(),
  primary key (type, header)
);

-- The three kinds of batches have the same columns, and ids of their own.
do $$
declare
  batches text;
begin
  foreach batches in array array['contact_import_batches', 'education_import_batches', 'employment_import_batches'] loop
    execute format($table$
      create table %1$s (
      id bigint generated always as identity primary key,
      type text not null check (type in ('contacts', 'educations', 'areas-of-study', 'employment')),
      status text not null check (status in ('pending', 'scanning', 'review', 'running', 'completed', 'failed', 'cancelled')),
      imported_by_id bigint not null references staff_users,
      file_name text not null, file_size bigint not null, file_key text not null, encoding text not null,
      manifest_key text,
      columns jsonb not null default '[]', unknown_columns jsonb not null default '[]', refused_columns jsonb not null default '[]',
      phase text not null default 'scanning', done integer not null default 0, total integer not null default 0,
      next_row integer not null default 0, -- rows of the manifest applied so far; the next one begins at next_byte
      next_byte bigint not null default 0,
      counts jsonb, results jsonb, confirmed_deletes integer,
      error text,
      fence integer not null default 0, -- raised by each job that locks the batch; a job with an older one writes nothing
      attempts integer not null default 0,
      started_at timestamptz not null default now(), updated_at timestamptz not null default now(), finished_at timestamptz,
      findings jsonb,
      undoes_id bigint references %1$s,
      keeps_before_images boolean not null default false, -- committed by a release that saves all that an undo needs
      field_counts jsonb, on_file integer,
      corrections jsonb -- lines of the file that people have corrected in the review; null once the file is gone
    );
      create unique index %1$s_one_active on %1$s (type) where status in ('scanning', 'review', 'running');
      create index %1$s_history_idx on %1$s (type, id desc);
      create index %1$s_undoes_idx on %1$s (undoes_id) where undoes_id is not null;
    $table$, batches);
  end loop;
end $$;

-- These rows had another result than in the review, because the data changed in between.
create table import_row_results (
  type text,
  batch_id bigint,
  line integer,
  outcome text not null, reason text,
  difference text not null,
  changes jsonb not null default '[]',
  primary key (type, batch_id, line)
);

-- These rows an import deleted, or changed beside the records of its history; its undo needs them for 30 days.
create table import_before_images (
  type text,
  batch_id bigint,
  table_name text check (table_name in ('employments', 'crm_data_changes', 'crm_conflicts')),
  row_id bigint,
  before jsonb, after jsonb,
  primary key (type, batch_id, table_name, row_id)
);

-- The file of a batch contains these employment records; all others are deleted at its end.
create table employment_import_kept (
  batch_id bigint references employment_import_batches,
  employment_id bigint,
  primary key (batch_id, employment_id)
);

-- A row makes a batch idempotent; it is written in the transaction of its engagements. No column may have an amount of money.
create table engagement_batches (
  id bigint generated always as identity primary key,
  api_key_id bigint references api_keys,
  batch_id text not null,
  source text,
  payload_digest text not null,
  received integer not null, inserted integer not null, failed integer not null, deleted_count integer not null default 0,
  metadata jsonb not null default '{}',
  answer json not null, -- json, because jsonb has no NUL, and the answer repeats what was sent
  created_at timestamptz not null default now(),
  staff_user_id bigint references staff_users,
  first_engagement_id bigint, last_engagement_id bigint,
  undone_at timestamptz, undone_by_id bigint references staff_users,
  check (num_nonnulls(api_key_id, staff_user_id) = 1),
  constraint engagement_batches_check1 check (num_nonnulls(undone_at, undone_by_id) in (0, 2)),
  unique (api_key_id, batch_id),
  unique (staff_user_id, batch_id)
);
create index engagement_batches_undone_by_idx on engagement_batches (undone_by_id) where undone_by_id is not null;

-- A file is a preview until it is committed. Of its columns only contact id and gift date are stored, never an amount.
create table giving_imports (
  id bigint generated always as identity primary key,
  uploaded_by_id bigint not null references staff_users, uploaded_at timestamptz not null default now(),
  uploaded_on date not null,
  expires_at timestamptz not null,
  coverage_start date, coverage_end date,
  content_digest text,
  evaluation jsonb,
  after_batch_id bigint not null default 0,
  committed_at timestamptz,
  engagement_batch_id bigint references engagement_batches,
  has_before_images boolean not null default false -- the gifts that it replaced are in giving_before_images
);
create index giving_imports_committed_idx on giving_imports (engagement_batch_id, id) where committed_at is not null;
create index giving_imports_uploaded_by_idx on giving_imports (uploaded_by_id) where committed_at is null;
create index giving_imports_expires_idx on giving_imports (expires_at);

create table giving_import_rows (
  import_id bigint references giving_imports on delete cascade,
  line integer,
  crm_id text check (length(crm_id) = 15),
  gift_date date,
  problem text,
  outcome text,
  primary key (import_id, line)
);

create table giving_before_images (
  import_id bigint references giving_imports on delete cascade,
  engagement_id bigint,
  engagement jsonb not null,
  primary key (import_id, engagement_id)
);

create table crm_data_export_batches (
  id bigint generated always as identity primary key,
  exported_by_id bigint not null references staff_users, exported_at timestamptz not null default now(),
  change_count integer not null,
  undone_at timestamptz, undone_by_id bigint references staff_users
);

create table crm_data_changes (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  field text not null,
  before text, after text,
  status text not null default 'pending' check (status in ('pending', 'exported', 'verified')),
  made_by text not null,
  created_at timestamptz not null default now(),
  exported_at timestamptz,
  export_batch_id bigint references crm_data_export_batches,
  verified_at timestamptz,
  verified_by_batch_id bigint references contact_import_batches,
  rejection text, rejected_at timestamptz
);
create index crm_data_changes_open_idx on crm_data_changes (buid, field) where status in ('pending', 'exported');
create index crm_data_changes_export_idx on crm_data_changes (export_batch_id);
create index crm_data_changes_status_idx on crm_data_changes (status, id);
create index crm_data_changes_verified_idx on crm_data_changes (verified_by_batch_id) where verified_by_batch_id is not null;
create index crm_data_changes_export_status_idx on crm_data_changes (export_batch_id, status) where export_batch_id is not null;
create index crm_data_changes_buid_idx on crm_data_changes (buid);

create table crm_conflicts (
  id bigint generated always as identity primary key,
  batch_id bigint not null references contact_import_batches,
  change_id bigint references crm_data_changes on delete set null,
  buid text not null references alumni (buid),
  field text not null,
  ours text, theirs text,
  created_at timestamptz not null default now(),
  resolution text check (resolution in ('ours', 'theirs')), resolved_at timestamptz, resolved_by_id bigint references staff_users,
  settlement jsonb
);
create unique index crm_conflicts_open_key on crm_conflicts (change_id) where resolved_at is null;
create index crm_conflicts_batch_idx on crm_conflicts (batch_id);
create index crm_conflicts_change_idx on crm_conflicts (change_id);
create index crm_conflicts_field_idx on crm_conflicts (buid, field);
create index crm_conflicts_open_idx on crm_conflicts (id) where resolved_at is null;

-- ## Champions

create table champion_signups (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  email text not null,
  first_name text, last_name text, former_last_name text,
  buid text references alumni (buid),
  status text not null default 'started' check (status in ('started', 'completed', 'linked')),
  zip_code text,
  city text,
  country text, -- ISO country code; blank means U.S.
  postal_code text,
  google_uid text unique, google_linked_at timestamptz,
  deleted_at timestamptz,
  merged_into_id bigint references champion_signups,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  phone text, street text, state text,
  degree_year integer check (degree_year between 1800 and 2200),
  college_code text,
  affinity_codes text[] not null default '{}',
  help_roles text[] not null default '{}',
  privacy_policy_version text, consented_at timestamptz,
  completed_at timestamptz,
  wants_reminders boolean not null default true,
  source text check (source in ('wizard', 'one_page', 'google')),
  folded_email text -- null for an active signup whose address an older one has in another spelling
);
create unique index champion_signups_email_key on champion_signups (lower(email)) where deleted_at is null;
create index champion_signups_buid_idx on champion_signups (buid) where deleted_at is null;
create index champion_signups_merged_into_idx on champion_signups (merged_into_id) where merged_into_id is not null;
create index champion_signups_words_idx on champion_signups using gin (signup_words(email, first_name, last_name, former_last_name, buid));
create index champion_signups_created_idx on champion_signups (created_at, id) where deleted_at is null;
create index champion_signups_name_idx on champion_signups (name_key(last_name, first_name), id) include (last_name, first_name) where deleted_at is null;
create index champion_signups_place_idx on champion_signups (coalesce(nullif(country, ''), 'US'), state, folded_name(city), zip_code, id) include (country, city) where deleted_at is null;
create index champion_signups_city_idx on champion_signups (folded_name(city) text_pattern_ops);
create index champion_signups_gone_idx on champion_signups (created_at, id) where deleted_at is not null;
create index champion_signups_any_buid_idx on champion_signups (buid) where buid is not null;
create unique index champion_signups_folded_email_key on champion_signups (folded_email) where deleted_at is null;
create index champion_signups_folded_email_idx on champion_signups (folded_email);

create function fold_signup_email() returns trigger language plpgsql as $$
begin
  new.folded_email := fold_email(new.email);
  return new;
end $$;
create trigger champion_signups_fold_email before insert or update of email on champion_signups
  for each row execute function fold_signup_email();

-- A worker notes deletions, restorations and erasures beside the backups, so that a restore does not bring people back.
create table signup_endings (
  id bigint generated always as identity primary key,
  signup uuid not null,
  what text not null check (what in ('deleted', 'restored', 'forgotten')),
  at timestamptz not null default now(),
  noted_at timestamptz
);
create index signup_endings_waiting_idx on signup_endings (id) where noted_at is null;

create table activity_events (
  id bigint generated always as identity primary key,
  type text not null,
  signup_id bigint,
  occurred_at timestamptz not null default now(),
  ip_hash text,
  payload jsonb not null default '{}'
);
create index activity_events_signup_idx on activity_events (signup_id, occurred_at);

create table signup_drafts (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  token_hash text not null unique,
  answers jsonb not null default '{}',
  submitted_at timestamptz,
  signup_id bigint,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  source text not null default 'wizard' check (source in ('wizard', 'one_page', 'google'))
);

-- A request for an unknown address has no signup and must cost the same: a foreign key would be looked up for the
-- others only.
create table signin_requests (
  id bigint generated always as identity primary key,
  email_hash text not null, browser_hash text not null,
  signup_id bigint,
  keep_me_signed_in boolean not null default false,
  link_hash text unique, code_hash text, wrong_codes integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index signin_requests_email_idx on signin_requests (email_hash, created_at);
create index signin_requests_browser_idx on signin_requests (browser_hash, created_at);
create index signin_requests_signup_idx on signin_requests (signup_id) where ended_at is null;

-- `tokens` lists what a remembered browser may still show: [{"hash", "parent"}], the newest at the end.
create table champion_devices (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid() unique,
  signup_id bigint not null references champion_signups,
  name text not null,
  token_hash text not null, previous_token_hash text,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  tokens jsonb not null default '[]'
);
create index champion_devices_signup_idx on champion_devices (signup_id) where revoked_at is null;
create index champion_devices_expires_idx on champion_devices (expires_at);

create table champion_sessions (
  token_hash text primary key,
  signup_id bigint not null references champion_signups,
  device_id bigint references champion_devices on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index champion_sessions_signup_idx on champion_sessions (signup_id);
create index champion_sessions_device_idx on champion_sessions (device_id);

create table email_changes (
  id bigint generated always as identity primary key,
  signup_id bigint not null references champion_signups,
  old_email text not null, new_email text not null,
  token_hash text unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null, ended_at timestamptz, confirmed_at timestamptz
);
create index email_changes_signup_idx on email_changes (signup_id);

create table signup_notes (
  id bigint generated always as identity primary key,
  signup_id bigint not null references champion_signups,
  staff_user_id bigint not null references staff_users,
  body text not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create index signup_notes_signup_idx on signup_notes (signup_id);

create table signup_letters (
  id bigint generated always as identity primary key,
  key uuid not null unique,
  signup_id bigint not null references champion_signups,
  staff_user_id bigint not null references staff_users,
  template text not null,
  subject text not null, body text not null,
  has_button boolean not null default false, despite_wish boolean not null default false,
  letter_id bigint references letters on delete set null,
  created_at timestamptz not null default now()
);
create index signup_letters_signup_idx on signup_letters (signup_id);
create index signup_letters_letter_idx on signup_letters (letter_id) where letter_id is not null;

-- Pairs of signups that may be one person, derived by a job; `first_id` is the smaller id.
create table signup_duplicates (
  first_id bigint, second_id bigint,
  reasons text[] not null, weight integer not null,
  primary key (first_id, second_id),
  check (second_id > first_id)
);
create index signup_duplicates_weight_idx on signup_duplicates (weight desc, second_id desc, first_id desc);
create index signup_duplicates_second_idx on signup_duplicates (second_id);

-- One row: when the job last searched all signups.
create table signup_duplicate_searches (
  id integer primary key check (id = 1),
  searched_at timestamptz not null
);

-- Staff decided that the two are different people. Ids without foreign keys are resolved through later merges.
create table signup_dismissals (
  id bigint generated always as identity primary key,
  first_id bigint not null, second_id bigint not null,
  dismissed_by_id bigint not null references staff_users, dismissed_at timestamptz not null default now(),
  check (second_id > first_id),
  unique (first_id, second_id)
);
create index signup_dismissals_second_idx on signup_dismissals (second_id);

create table signup_merges (
  id bigint generated always as identity primary key,
  survivor_id bigint not null references champion_signups,
  source_ids bigint[] not null,
  key text not null,
  choices jsonb,
  outcome jsonb,
  merged_by_id bigint not null references staff_users, merged_at timestamptz not null default now(),
  undone_by_id bigint references staff_users, undone_at timestamptz,
  undo_outcome jsonb,
  -- What a merge has changed: the signups, and the second answers that it has deleted; null once its people were erased.
  saved jsonb
);
create index signup_merges_survivor_idx on signup_merges (survivor_id);
create index signup_merges_sources_idx on signup_merges using gin (source_ids);

-- ## Publications

-- The name is a random part and the size of the largest file. The files are in the storage.
create table photos (
  name text primary key check (name ~ '^[0-9a-f]{32}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$'),
  bytes integer not null, -- of the uploaded file, which is not stored
  created_by_id bigint references staff_users, created_at timestamptz not null default now()
);
create index photos_created_idx on photos (created_at);

create table communities (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '[^0-9]'),
  name text not null,
  kind text not null check (kind in ('region', 'interest', 'college', 'affinity')),
  summary text not null, body text not null default '',
  picture text not null default 'campus',
  published_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  version integer not null default 1,
  updated_by_id bigint references staff_users,
  photo text references photos, photo_alt text not null default '',
  constraint communities_photo_alt_check check (photo is null or photo_alt <> '')
);
create index communities_photo_idx on communities (photo) where photo is not null;

create table community_members (
  community_id bigint references communities,
  signup_id bigint references champion_signups,
  joined_at timestamptz not null default now(),
  primary key (community_id, signup_id)
);
create index community_members_signup_idx on community_members (signup_id);

create table events (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '[^0-9]'),
  community_id bigint references communities,
  title text not null, summary text not null, body text not null default '',
  picture text not null default 'campus',
  starts_at timestamptz not null, ends_at timestamptz not null,
  time_zone text not null,
  venue text, address text,
  is_online boolean not null default false,
  places integer check (places > 0),
  max_guests integer not null default 0 check (max_guests >= 0),
  revision integer not null default 0,
  published_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  version integer not null default 1,
  updated_by_id bigint references staff_users,
  photo text references photos, photo_alt text not null default '',
  check (ends_at >= starts_at),
  constraint events_photo_alt_check check (photo is null or photo_alt <> ''),
  -- The city of it, with its state or region and the code of its country; none is the United States.
  city text, region text, country text
);
create index events_starts_idx on events (starts_at);
create index events_community_idx on events (community_id);
create index events_photo_idx on events (photo) where photo is not null;

create table event_rsvps (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  signup_id bigint not null references champion_signups,
  status text not null check (status in ('going', 'waiting', 'cancelled', 'attended', 'absent')),
  guests integer not null default 0 check (guests >= 0),
  asked_at timestamptz not null default now(),
  reminded_at timestamptz,
  engagement_id bigint references engagements on delete set null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  marked_by_id bigint references staff_users, marked_at timestamptz,
  unmarked_status text check (unmarked_status in ('going', 'waiting', 'cancelled')),
  unique (event_id, signup_id)
);
create index event_rsvps_signup_idx on event_rsvps (signup_id);
create index event_rsvps_engagement_idx on event_rsvps (engagement_id) where engagement_id is not null;
create index event_rsvps_status_idx on event_rsvps (event_id, status, asked_at, id) include (guests);

create table opportunities (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  kind text not null check (kind in ('mentoring', 'hosting', 'speaking', 'recruiting', 'welcoming', 'giving_advice', 'organising')),
  summary text not null, body text not null default '',
  picture text not null default 'campus',
  place text, is_remote boolean not null default false,
  effort text,
  question text,
  places integer check (places > 0),
  closes_on date,
  published_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  version integer not null default 1,
  updated_by_id bigint references staff_users,
  photo text references photos, photo_alt text not null default '',
  constraint opportunities_photo_alt_check check (photo is null or photo_alt <> ''),
  -- The city of it, with its state or region and the code of its country; none is the United States.
  city text, region text, country text
);
create index opportunities_published_idx on opportunities (published_at desc);
create index opportunities_photo_idx on opportunities (photo) where photo is not null;

create table opportunity_responses (
  id bigint generated always as identity primary key,
  opportunity_id bigint not null references opportunities,
  signup_id bigint not null references champion_signups,
  status text not null check (status in ('responded', 'accepted', 'declined', 'waiting', 'withdrawn')),
  message text not null default '',
  answer text,
  country text, postal_code text,
  asked_at timestamptz not null default now(),
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  decided_by_id bigint references staff_users, decided_at timestamptz,
  unique (opportunity_id, signup_id)
);
create index opportunity_responses_signup_idx on opportunity_responses (signup_id);
create index opportunity_responses_status_idx on opportunity_responses (opportunity_id, status, asked_at, id);

create table news_items (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '[^0-9]'),
  community_id bigint references communities,
  title text not null, summary text not null, body text not null,
  author text,
  picture text not null default 'campus',
  published_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  version integer not null default 1,
  updated_by_id bigint references staff_users,
  unpublish_at timestamptz, -- when it leaves the site by itself
  photo text references photos, photo_alt text not null default '',
  constraint news_items_photo_alt_check check (photo is null or photo_alt <> '')
);
create index news_items_published_idx on news_items (published_at desc);
create index news_items_community_idx on news_items (community_id);
create index news_items_photo_idx on news_items (photo) where photo is not null;

-- Addresses that a publication had before lead to it until another one takes them.
create table former_slugs (
  kind text check (kind in ('communities', 'news_items', 'events', 'opportunities', 'list_letters')),
  slug text,
  subject_id bigint not null,
  retired_at timestamptz not null default now(),
  primary key (kind, slug)
);
create index former_slugs_subject_idx on former_slugs (kind, subject_id);

-- The phone gives each mark at the door an id, so that a repeated request changes nothing.
create table door_marks (
  id uuid primary key,
  created_at timestamptz not null default now()
);

-- A letter to the people of a list: a publication that leaves by mail instead of standing on the site. `published_at` is
-- when it leaves, `list` where its people come from.
create table list_letters (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '[^0-9]'),
  title text not null, summary text not null, body text not null,
  picture text not null default 'campus',
  photo text references photos, photo_alt text not null default '',
  published_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  version integer not null default 1,
  updated_by_id bigint references staff_users,
  status text not null default 'draft' check (status in ('draft', 'leaving', 'sending', 'sent', 'stopped', 'failed')),
  stop_reason text,
  topic text not null check (topic in ('events', 'volunteering', 'news')),
  salutation text not null, fallback text not null,
  replies_to text not null check (replies_to in ('writer', 'office')),
  event_id bigint references events, opportunity_id bigint references opportunities, news_item_id bigint references news_items,
  list jsonb not null,
  skips_answered boolean not null default true, -- of the event or opportunity that it is about
  sender_id bigint references staff_users,
  tested_version integer, -- the version of which someone got a test last
  ignores_refusals boolean not null default false, -- someone resumed it after the service had stopped it
  constraint list_letters_photo_alt_check check (photo is null or photo_alt <> ''),
  constraint list_letters_about_check check (num_nonnulls(event_id, opportunity_id, news_item_id) <= 1)
);
create index list_letters_under_way_idx on list_letters (published_at) where status in ('leaving', 'sending');
create index list_letters_photo_idx on list_letters (photo) where photo is not null;
create index list_letters_event_idx on list_letters (event_id) where event_id is not null;
create index list_letters_opportunity_idx on list_letters (opportunity_id) where opportunity_id is not null;

-- A row for each person who was chosen when it was sent, never their address. Who is left out has the reason. While the
-- letter is under way, address_key is a digest of each address that got it, so that none gets it twice.
create table list_letter_recipients (
  id bigint generated always as identity primary key,
  letter_id bigint not null references list_letters on delete cascade,
  alumnus_id bigint references alumni,
  signup_id bigint references champion_signups,
  state text not null check (state in ('waiting', 'handed', 'sent', 'refused', 'in_doubt', 'left_out')),
  reason text check (reason in ('deceased', 'do_not_contact', 'do_not_email', 'opted_out', 'no_email', 'bounced', 'same_address', 'answered', 'gone')),
  outbox_id bigint, -- of `letters`, which are deleted after a month
  address_key text,
  changed_at timestamptz not null default now(),
  constraint list_letter_recipients_person_check check (alumnus_id is not null or signup_id is not null),
  constraint list_letter_recipients_left_out_check check ((state = 'left_out') = (reason is not null))
);
create unique index list_letter_recipients_alumnus_key on list_letter_recipients (letter_id, alumnus_id) where alumnus_id is not null;
create unique index list_letter_recipients_signup_key on list_letter_recipients (letter_id, signup_id) where signup_id is not null;
create unique index list_letter_recipients_address_key on list_letter_recipients (letter_id, address_key) where address_key is not null;
create index list_letter_recipients_state_idx on list_letter_recipients (letter_id, state, id);
create index list_letter_recipients_handed_idx on list_letter_recipients (outbox_id) where state = 'handed';
create index list_letter_recipients_of_alumnus_idx on list_letter_recipients (alumnus_id) where alumnus_id is not null;
create index list_letter_recipients_of_signup_idx on list_letter_recipients (signup_id) where signup_id is not null;

-- Who wants no letters to lists: by each address, so that it counts before anyone is found for it, and by person. It
-- outlives their erasure, so address_key is a digest (SHA-256, in hexadecimal): of what fold_email() returns, or of
-- 'alumnus 12' or 'signup 34'.
create table letter_opt_outs (
  address_key text collate "C",
  topic text check (topic in ('events', 'volunteering', 'news', 'all')),
  created_at timestamptz not null default now(),
  primary key (address_key, topic)
);

-- A letter that may leave once at most stands here while the mail server has it; one that is found here was interrupted,
-- and may have left.
create table handed_letters (
  letter_id bigint primary key,
  handed_at timestamptz not null default clock_timestamp()
);

-- Addresses that a mail server has refused for good; a letter that arrives takes its address out.
create table refused_addresses (
  folded_email text collate "C" primary key,
  refused_at timestamptz not null default now()
);

-- An ask that was not by a letter to a list: for an event, for an opportunity, or in words of its own.
create table asks (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  event_id bigint references events, opportunity_id bigint references opportunities,
  words text check (words <> ''),
  topic text not null check (topic in ('events', 'volunteering', 'other')),
  how text not null check (how in ('call', 'meeting', 'meal', 'email', 'other')),
  asked_by text not null, asked_on date not null,
  answer text check (answer in ('yes', 'maybe', 'no')),
  noted_by_id bigint not null references staff_users,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  constraint asks_about_check check (num_nonnulls(event_id, opportunity_id, words) = 1)
);
create index asks_buid_idx on asks (buid);
create index asks_event_idx on asks (event_id) where event_id is not null;
create index asks_opportunity_idx on asks (opportunity_id) where opportunity_id is not null;

-- ## Operations

create table process_reports (
  id uuid primary key,
  program text not null check (program in ('server', 'worker')),
  host text not null, pid integer not null,
  release text not null, release_commit text,
  started_at timestamptz not null, reported_at timestamptz not null default now(),
  memory_bytes bigint not null,
  queue jsonb, -- of a worker: kinds and numbers of jobs that wait, run and have failed
  figures jsonb, -- numbers of gauges by name
  clock_ahead_ms integer
);

-- One row per incident: `told_at` is when administrators were notified, `calm_at` since when the condition is clear.
create table incidents (
  id bigint generated always as identity primary key,
  condition text not null,
  seen_at timestamptz not null default now(),
  told_at timestamptz,
  calm_at timestamptz, over_at timestamptz
);
create unique index incidents_open_idx on incidents (condition) where over_at is null;

-- Staff see these rows; a restore relies on the manifests at the target.
create table backups (
  id text primary key,
  state text not null check (state in ('running', 'whole', 'failed')),
  target text not null,
  asked_by_id bigint references staff_users,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  pruned_at timestamptz,
  phase text not null default 'waiting' check (phase in ('waiting', 'database', 'files', 'finishing')),
  done bigint not null default 0, total bigint,
  database_bytes bigint,
  file_bytes bigint, -- of files that were not at the target before
  files integer,
  failure text,
  drilled_at timestamptz, drill_failure text
);
create index backups_started_idx on backups (started_at);

-- One row in an installation that was restored from a backup.
create table restores (
  id bigint generated always as identity primary key,
  backup_id text not null,
  snapshot_at timestamptz not null,
  restored_at timestamptz not null default now(),
  is_copy boolean not null
);
