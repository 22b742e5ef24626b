create table colleges (code text primary key, name text not null);
create table majors (
  major_code text primary key,
  major_desc text not null,
  dept text not null,
  dept_desc text not null,
  college_code text not null references colleges (code),
  active boolean not null default true
);
create index majors_college_idx on majors (college_code, dept, major_desc);
create table affinities (
  affinity_code text primary key,
  name text not null,
  category text not null check (category in ('Athletics', 'Campus Life', 'Geographic', 'Greek Life', 'Instrumental Ensembles', 'Post Graduation', 'Spiritual Life', 'Vocal Ensembles'))
);
create index affinities_category_idx on affinities (category, name);
create table activity_codes (code text primary key, name text not null);

create table alumni (
  id bigint generated always as identity primary key,
  buid text not null unique check (buid ~ '^B[0-9]{8}$'),
  contact_id text unique check (contact_id ~ '^C-[0-9]{9}$'),
  crm_id text check (length(crm_id) = 15),
  prefix text, first_name text, middle_name text, last_name text, suffix text, preferred_name text, former_last_name text,
  primary_email text, personal_email text, work_email text, school_email text, other_email text,
  mobile_phone text, home_phone text,
  street text, city text, state text, postal_code text, country text,
  deceased boolean not null default false,
  do_not_contact boolean not null default false,
  do_not_email boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column alumni.crm_id is 'The first 15 characters of the CRM''s id; case-sensitive, never folded; two alumni may share one';
create index alumni_crm_id_idx on alumni (crm_id);

create table educations (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  kind text not null check (kind in ('degree', 'area_of_study')),
  area_type text, degree_code text, degree_date date,
  major_code text, major_desc text, college_code text, college_name text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index educations_degree_key on educations (buid, degree_code, degree_date) where kind = 'degree';
create unique index educations_area_key on educations (buid, area_type, major_code) where kind = 'area_of_study';

create table employments (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  employer text not null, job_title text, start_date date, end_date date,
  current boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint employments_key unique nulls not distinct (buid, employer, start_date)
);

create table alumni_affinities (
  buid text not null references alumni (buid),
  affinity_code text not null references affinities (affinity_code),
  primary key (buid, affinity_code)
);

create table engagements (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  activity_code text not null, engagement_date date not null, description text,
  created_at timestamptz not null default now()
);
create index engagements_buid_idx on engagements (buid, engagement_date);

create table staff_users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  role text not null check (role in ('viewer', 'staff', 'admin')),
  password_hash text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create table staff_sessions (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  user_id bigint not null references staff_users (id),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index staff_sessions_user_idx on staff_sessions (user_id);
create table password_resets (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  user_id bigint not null references staff_users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user_idx on password_resets (user_id);
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  staff_user_id bigint references staff_users (id),
  action text not null,
  subject text not null,
  detail jsonb not null default '{}'
);
create index audit_entries_subject_idx on audit_entries (subject, id);

create table contact_import_batches (
  id bigint generated always as identity primary key,
  type text not null check (type in ('contacts', 'educations', 'areas-of-study', 'employment')),
  status text not null check (status in ('pending', 'scanning', 'review', 'running', 'completed', 'failed', 'cancelled')),
  imported_by_id bigint not null references staff_users (id),
  file_name text not null, file_size bigint not null, file_key text not null, encoding text not null,
  manifest_key text,
  columns jsonb not null default '[]', unknown_columns jsonb not null default '[]', refused_columns jsonb not null default '[]',
  phase text not null default 'scanning', done integer not null default 0, total integer not null default 0,
  next_row integer not null default 0, next_byte bigint not null default 0,
  counts jsonb, results jsonb, confirmed_deletes integer,
  error text,
  fence integer not null default 0, attempts integer not null default 0,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on column contact_import_batches.fence is 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
comment on column contact_import_batches.next_row is 'Rows of the manifest applied so far; next_byte is where the next one begins';
create unique index contact_import_batches_one_active on contact_import_batches (type) where status in ('scanning', 'review', 'running');
create index contact_import_batches_history_idx on contact_import_batches (type, id desc);

create table education_import_batches (
  id bigint generated always as identity primary key,
  type text not null check (type in ('contacts', 'educations', 'areas-of-study', 'employment')),
  status text not null check (status in ('pending', 'scanning', 'review', 'running', 'completed', 'failed', 'cancelled')),
  imported_by_id bigint not null references staff_users (id),
  file_name text not null, file_size bigint not null, file_key text not null, encoding text not null,
  manifest_key text,
  columns jsonb not null default '[]', unknown_columns jsonb not null default '[]', refused_columns jsonb not null default '[]',
  phase text not null default 'scanning', done integer not null default 0, total integer not null default 0,
  next_row integer not null default 0, next_byte bigint not null default 0,
  counts jsonb, results jsonb, confirmed_deletes integer,
  error text,
  fence integer not null default 0, attempts integer not null default 0,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on column education_import_batches.fence is 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
comment on column education_import_batches.next_row is 'Rows of the manifest applied so far; next_byte is where the next one begins';
create unique index education_import_batches_one_active on education_import_batches (type) where status in ('scanning', 'review', 'running');
create index education_import_batches_history_idx on education_import_batches (type, id desc);

create table employment_import_batches (
  id bigint generated always as identity primary key,
  type text not null check (type in ('contacts', 'educations', 'areas-of-study', 'employment')),
  status text not null check (status in ('pending', 'scanning', 'review', 'running', 'completed', 'failed', 'cancelled')),
  imported_by_id bigint not null references staff_users (id),
  file_name text not null, file_size bigint not null, file_key text not null, encoding text not null,
  manifest_key text,
  columns jsonb not null default '[]', unknown_columns jsonb not null default '[]', refused_columns jsonb not null default '[]',
  phase text not null default 'scanning', done integer not null default 0, total integer not null default 0,
  next_row integer not null default 0, next_byte bigint not null default 0,
  counts jsonb, results jsonb, confirmed_deletes integer,
  error text,
  fence integer not null default 0, attempts integer not null default 0,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);
comment on column employment_import_batches.fence is 'Raised by each job that takes the batch; a job that holds an older one writes nothing';
comment on column employment_import_batches.next_row is 'Rows of the manifest applied so far; next_byte is where the next one begins';
create unique index employment_import_batches_one_active on employment_import_batches (type) where status in ('scanning', 'review', 'running');
create index employment_import_batches_history_idx on employment_import_batches (type, id desc);

create table import_column_aliases (
  type text not null, header text not null, field text not null,
  assigned_by_id bigint not null references staff_users (id),
  assigned_at timestamptz not null default now(),
  primary key (type, header)
);
create table import_row_results (
  type text not null, batch_id bigint not null, line integer not null,
  outcome text not null, reason text, note text not null, changes jsonb not null default '[]',
  primary key (type, batch_id, line)
);
comment on table import_row_results is 'Rows whose result differs from the review, because the data moved in between';
create table employment_import_kept (
  batch_id bigint not null references employment_import_batches (id),
  employment_id bigint not null,
  primary key (batch_id, employment_id)
);
comment on table employment_import_kept is 'Employment records that the file of a batch contains; all others are deleted at its end';
create table record_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  buid text not null,
  record text not null check (record in ('alumnus', 'education', 'employment')),
  record_id bigint not null,
  deed text not null check (deed in ('created', 'changed', 'deleted')),
  fields jsonb not null,
  import_type text, import_batch_id bigint,
  staff_user_id bigint references staff_users (id)
);
comment on column record_changes.fields is 'Field name to [before, after]; null is no value';
create index record_changes_buid_idx on record_changes (buid, id);

create table crm_data_export_batches (
  id bigint generated always as identity primary key,
  exported_by_id bigint not null references staff_users (id),
  exported_at timestamptz not null default now(),
  change_count integer not null,
  undone_at timestamptz,
  undone_by_id bigint references staff_users (id)
);
create table crm_data_changes (
  id bigint generated always as identity primary key,
  buid text not null references alumni (buid),
  field text not null, before text, after text,
  status text not null default 'pending' check (status in ('pending', 'exported', 'verified')),
  made_by text not null,
  created_at timestamptz not null default now(),
  exported_at timestamptz, export_batch_id bigint references crm_data_export_batches (id),
  verified_at timestamptz, verified_by_batch_id bigint references contact_import_batches (id)
);
create index crm_data_changes_open_idx on crm_data_changes (buid, field) where status in ('pending', 'exported');
create index crm_data_changes_export_idx on crm_data_changes (export_batch_id);
create table crm_conflicts (
  id bigint generated always as identity primary key,
  batch_id bigint not null references contact_import_batches (id),
  change_id bigint not null references crm_data_changes (id),
  buid text not null references alumni (buid),
  field text not null, ours text, theirs text,
  created_at timestamptz not null default now(),
  resolution text check (resolution in ('ours', 'theirs')),
  resolved_at timestamptz, resolved_by_id bigint references staff_users (id)
);
create unique index crm_conflicts_open_key on crm_conflicts (change_id) where resolved_at is null;
create index crm_conflicts_batch_idx on crm_conflicts (batch_id);

create table agenda_jobs (
  id uuid primary key default gen_random_uuid(),
  name varchar(255) not null, priority integer not null default 0, next_run_at timestamptz,
  type varchar(10) not null default 'normal' check (type in ('normal', 'single')),
  locked_at timestamptz, last_finished_at timestamptz, failed_at timestamptz, fail_count integer, fail_reason text,
  repeat_timezone varchar(100), last_run_at timestamptz, repeat_interval varchar(255),
  data jsonb default '{}', repeat_at varchar(255), disabled boolean default false, progress real, fork boolean default false,
  last_modified_by varchar(255), debounce_started_at timestamptz, start_date timestamptz, end_date timestamptz, skip_days jsonb,
  created_at timestamptz default now(), updated_at timestamptz default now()
);
create index agenda_jobs_find_and_lock_idx on agenda_jobs (name, next_run_at, priority desc, locked_at, disabled) where disabled = false;
create unique index agenda_jobs_single_job_idx on agenda_jobs (name) where type = 'single';
create index agenda_jobs_locked_at_idx on agenda_jobs (locked_at) where locked_at is not null;
create index agenda_jobs_next_run_at_idx on agenda_jobs (next_run_at) where next_run_at is not null;
create table job_outbox (
  id bigint generated always as identity primary key,
  name text not null, data jsonb not null,
  created_at timestamptz not null default now()
);
comment on table job_outbox is 'Jobs for a queue outside this database, written with the change that asks for them and relayed after it';
