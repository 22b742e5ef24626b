-- Keys that were replaced before the previous one and still work until ends_at.
create table api_key_overlaps (
  key_hash text primary key,
  api_key_id bigint not null references api_keys,
  prefix text not null,
  ends_at timestamptz not null
);
create index api_key_overlaps_api_key_idx on api_key_overlaps (api_key_id);
-- A successor until its first use; a key that is issued, or was there before this column, is none.
alter table api_keys add column awaits_first_use boolean not null default false;
