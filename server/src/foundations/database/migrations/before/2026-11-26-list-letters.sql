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

alter table former_slugs drop constraint former_slugs_kind_check,
  add constraint former_slugs_kind_check check (kind in ('communities', 'news_items', 'events', 'opportunities', 'list_letters')) not valid;

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
