-- Answers to events and opportunities that wait for their address to be confirmed. They hold no place. signup_id has no
-- foreign key, which would be checked for known addresses only.
create table pending_answers (
  id bigint generated always as identity primary key,
  event_id bigint references events on delete cascade,
  opportunity_id bigint references opportunities on delete cascade,
  recipient_id bigint references list_letter_recipients on delete set null,
  signup_id bigint,
  email text not null, first_name text not null, last_name text not null,
  answer jsonb not null,
  privacy_policy_version text not null,
  token_hash text unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null, confirmed_at timestamptz,
  constraint pending_answers_about_check check (num_nonnulls(event_id, opportunity_id) = 1)
);
create index pending_answers_address_idx on pending_answers (fold_email(email));
create index pending_answers_signup_idx on pending_answers (signup_id) where signup_id is not null;
create index pending_answers_recipient_idx on pending_answers (recipient_id) where recipient_id is not null;
create index pending_answers_event_idx on pending_answers (event_id) where event_id is not null;
create index pending_answers_opportunity_idx on pending_answers (opportunity_id) where opportunity_id is not null;

-- The link by which a recipient answers, the address that the letter went to, encrypted, and an unconfirmed no.
alter table list_letter_recipients add column answer_token uuid;
alter table list_letter_recipients add column sent_to text;
alter table list_letter_recipients add column declined_at timestamptz;
