create table api_keys (
  id bigint generated always as identity primary key,
  name text not null, owner text,
  prefix text not null, key_hash text not null unique,
  previous_prefix text, previous_key_hash text unique, previous_until timestamptz,
  created_at timestamptz not null default now(),
  created_by_id bigint not null references staff_users (id),
  rotated_at timestamptz,
  revoked_at timestamptz, revoked_by_id bigint references staff_users (id),
  last_used_at timestamptz
);
comment on column api_keys.previous_key_hash is 'The key before the last rotation; it works until previous_until';
create table api_key_usage (
  api_key_id bigint not null references api_keys (id),
  day date not null,
  requests integer not null default 0, rows integer not null default 0,
  primary key (api_key_id, day)
);
create table engagement_batches (
  id bigint generated always as identity primary key,
  api_key_id bigint not null references api_keys (id),
  batch_id text not null, source text,
  payload_digest text not null,
  received integer not null, inserted integer not null, failed integer not null,
  deleted_count integer not null default 0,
  metadata jsonb not null default '{}',
  answer json not null,
  created_at timestamptz not null default now(),
  unique (api_key_id, batch_id)
);
comment on column engagement_batches.answer is 'json, not jsonb: it repeats what was sent, and jsonb keeps no NUL';
comment on table engagement_batches is 'What makes a batch idempotent; written in the transaction of its engagements. Never holds an amount of money';
