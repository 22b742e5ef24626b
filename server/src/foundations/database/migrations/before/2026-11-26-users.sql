-- Staff: invitations, sessions that say where they are, and a second factor.

alter table staff_users
  add column version integer not null default 1,
  add column invited_at timestamptz,
  add column last_signed_in_at timestamptz,
  add column wrong_codes integer not null default 0,
  add column wrong_codes_since timestamptz;
comment on column staff_users.version is 'Raised by each change of an administrator; who saw an older one is told so';
comment on column staff_users.wrong_codes is 'Tries of a code or of the current password since wrong_codes_since';

alter table staff_sessions
  add column browser text not null default 'A browser',
  add column proven_at timestamptz not null default now(),
  add column challenge text;
comment on column staff_sessions.proven_at is 'When the person last showed the second factor, or the password where there is none';
comment on column staff_sessions.challenge is 'What a passkey is asked to sign; once';

-- The password, or Google, was right; the second factor is still to come.
create table staff_pending_sign_ins (
  token_hash text primary key,
  user_id bigint not null references staff_users (id),
  challenge text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index staff_pending_sign_ins_user_idx on staff_pending_sign_ins (user_id);

create table staff_totp (
  user_id bigint primary key references staff_users (id),
  -- Encrypted with a key that follows from the server's own secret.
  secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0
);
create table staff_passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references staff_users (id),
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
  user_id bigint not null references staff_users (id),
  code_hash text not null unique,
  used_at timestamptz
);
create index staff_backup_codes_user_idx on staff_backup_codes (user_id);

create table staff_policy (
  id integer primary key default 1 check (id = 1),
  admins_need_second_factor boolean not null default false
);
insert into staff_policy default values;
