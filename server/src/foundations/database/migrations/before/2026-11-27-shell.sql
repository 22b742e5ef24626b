-- Google has vouched for someone in the browser; the desktop app that asked takes the session for this code, once.
create table staff_app_codes (
  code_hash text primary key,
  user_id bigint not null references staff_users (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index staff_app_codes_user_idx on staff_app_codes (user_id);
