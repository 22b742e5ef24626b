-- What alumni tell, do and see on their own site.

alter table champion_signups
  add column phone text,
  add column street text,
  add column state text,
  add column degree_year integer check (degree_year between 1800 and 2200),
  add column college_code text,
  add column affinity_codes text[] not null default '{}',
  add column help_roles text[] not null default '{}',
  add column privacy_policy_version text,
  add column consented_at timestamptz,
  add column completed_at timestamptz,
  add column wants_reminders boolean not null default true;
create index champion_signups_merged_into_idx on champion_signups (merged_into_id) where merged_into_id is not null;

create table signup_drafts (
  id bigint generated always as identity primary key,
  -- The address of the confirmation, and the public id of the signup that comes of it.
  public_id uuid not null unique default gen_random_uuid(),
  token_hash text not null unique,
  answers jsonb not null default '{}',
  -- A form that is sent twice finds that it was sent before. The signup has the draft's address: a new one, or one from before.
  submitted_at timestamptz,
  signup_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A sign-in that was asked for. Whose address is nobody's has no signup, and costs the same: a foreign key would be looked up for
-- the others only.
create table signin_requests (
  id bigint generated always as identity primary key,
  email_hash text not null,
  browser_hash text not null,
  signup_id bigint,
  keep_me_signed_in boolean not null default false,
  -- Known from the moment that the letter is written.
  link_hash text unique,
  code_hash text,
  wrong_codes integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index signin_requests_email_idx on signin_requests (email_hash, created_at);
create index signin_requests_browser_idx on signin_requests (browser_hash, created_at);
create index signin_requests_signup_idx on signin_requests (signup_id) where ended_at is null;

create table champion_sessions (
  token_hash text primary key,
  signup_id bigint not null references champion_signups (id),
  device_id bigint,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index champion_sessions_signup_idx on champion_sessions (signup_id);
create index champion_sessions_device_idx on champion_sessions (device_id);

create table champion_devices (
  id bigint generated always as identity primary key,
  public_id uuid not null unique default gen_random_uuid(),
  signup_id bigint not null references champion_signups (id),
  name text not null,
  token_hash text not null,
  -- Good for a moment after a rotation: a browser asks for several things at once.
  previous_token_hash text,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index champion_devices_signup_idx on champion_devices (signup_id) where revoked_at is null;
create index champion_devices_expires_idx on champion_devices (expires_at);
alter table champion_sessions
  add foreign key (device_id) references champion_devices (id) on delete cascade;

create table email_changes (
  id bigint generated always as identity primary key,
  signup_id bigint not null references champion_signups (id),
  old_email text not null,
  new_email text not null,
  -- Known from the moment that the letter is written.
  token_hash text unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  confirmed_at timestamptz
);
create index email_changes_signup_idx on email_changes (signup_id);

create table activity_events (
  id bigint generated always as identity primary key,
  type text not null,
  -- Without a foreign key, as in signin_requests.
  signup_id bigint,
  occurred_at timestamptz not null default now(),
  ip_hash text,
  payload jsonb not null default '{}'
);
create index activity_events_signup_idx on activity_events (signup_id, occurred_at);

create table communities (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '[^0-9]'),
  name text not null,
  kind text not null check (kind in ('region', 'interest', 'college', 'affinity')),
  summary text not null,
  body text not null default '',
  picture text not null default 'campus',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table community_members (
  community_id bigint not null references communities (id),
  signup_id bigint not null references champion_signups (id),
  joined_at timestamptz not null default now(),
  primary key (community_id, signup_id)
);
create index community_members_signup_idx on community_members (signup_id);

create table news_items (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '[^0-9]'),
  community_id bigint references communities (id),
  title text not null,
  summary text not null,
  body text not null,
  author text,
  picture text not null default 'campus',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index news_items_published_idx on news_items (published_at desc);
create index news_items_community_idx on news_items (community_id);

create table events (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '[^0-9]'),
  community_id bigint references communities (id),
  title text not null,
  summary text not null,
  body text not null default '',
  picture text not null default 'campus',
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  time_zone text not null,
  venue text,
  address text,
  is_online boolean not null default false,
  places integer check (places > 0),
  max_guests integer not null default 0 check (max_guests >= 0),
  -- Counts what an organiser changed: the SEQUENCE of the calendar entry.
  revision integer not null default 0,
  published_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index events_starts_idx on events (starts_at);
create index events_community_idx on events (community_id);

create table event_rsvps (
  id bigint generated always as identity primary key,
  event_id bigint not null references events (id),
  signup_id bigint not null references champion_signups (id),
  status text not null check (status in ('going', 'waiting', 'cancelled', 'attended', 'absent')),
  guests integer not null default 0 check (guests >= 0),
  -- When this person came to stand in the line.
  asked_at timestamptz not null default now(),
  reminded_at timestamptz,
  -- What the alumnus has done by attending; written and withdrawn with the status.
  engagement_id bigint references engagements (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (event_id, signup_id)
);
create index event_rsvps_signup_idx on event_rsvps (signup_id);
create index event_rsvps_engagement_idx on event_rsvps (engagement_id) where engagement_id is not null;

create table opportunities (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  kind text not null check (kind in ('mentoring', 'hosting', 'speaking', 'recruiting', 'welcoming', 'giving_advice', 'organising')),
  summary text not null,
  body text not null default '',
  picture text not null default 'campus',
  place text,
  is_remote boolean not null default false,
  effort text,
  -- A question of the organiser's own; none: only a message.
  question text,
  places integer check (places > 0),
  closes_on date,
  published_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index opportunities_published_idx on opportunities (published_at desc);

create table opportunity_responses (
  id bigint generated always as identity primary key,
  opportunity_id bigint not null references opportunities (id),
  signup_id bigint not null references champion_signups (id),
  status text not null check (status in ('responded', 'accepted', 'declined', 'waiting', 'withdrawn')),
  message text not null default '',
  -- To the question.
  answer text,
  country text,
  postal_code text,
  asked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (opportunity_id, signup_id)
);
create index opportunity_responses_signup_idx on opportunity_responses (signup_id);

-- Who signs in with Google is bound to that account from the first time on, whoever has its address later.
alter table staff_users add column google_uid text unique;
