-- What staff write about a champion, and to one.

create table signup_notes (
  id bigint generated always as identity primary key,
  signup_id bigint not null references champion_signups (id),
  staff_user_id bigint not null references staff_users (id),
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index signup_notes_signup_idx on signup_notes (signup_id);

create table signup_letters (
  id bigint generated always as identity primary key,
  -- Of the form that it was written on: sent twice, it is one letter.
  key uuid not null unique,
  signup_id bigint not null references champion_signups (id),
  staff_user_id bigint not null references staff_users (id),
  template text not null,
  subject text not null,
  body text not null,
  has_button boolean not null default false,
  -- Whoever wrote it knew that the alumnus wants no e-mail.
  despite_wish boolean not null default false,
  -- Whether it has left; letters are forgotten after a month.
  letter_id bigint references letters (id) on delete set null,
  created_at timestamptz not null default now()
);
create index signup_letters_signup_idx on signup_letters (signup_id);
create index signup_letters_letter_idx on signup_letters (letter_id) where letter_id is not null;
