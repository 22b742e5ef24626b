-- Administrators write communities and news; what is written has photos, is published at a time, and keeps its old addresses.

-- A photo is known by its name: a random part and the size of its largest file. The files themselves are in the storage.
create table photos (
  name text primary key check (name ~ '^[0-9a-f]{32}-[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$'),
  bytes integer not null,
  created_by_id bigint references staff_users (id),
  created_at timestamptz not null default now()
);
comment on column photos.bytes is 'Of the file that was uploaded, which is not kept';
create index photos_created_idx on photos (created_at);

alter table communities
  add column version integer not null default 1,
  add column updated_by_id bigint references staff_users (id);
alter table news_items
  add column version integer not null default 1,
  add column updated_by_id bigint references staff_users (id),
  add column unpublish_at timestamptz;
comment on column news_items.unpublish_at is 'When it leaves the site by itself';

do $$
declare
  kind text;
begin
  foreach kind in array array['communities', 'news_items', 'events', 'opportunities'] loop
    execute format(
      'alter table %1$I
         add column photo text references photos (name),
         add column photo_alt text not null default '''',
         add constraint %1$s_photo_alt_check check (photo is null or photo_alt <> '''')',
      kind
    );
    execute format('create index %1$s_photo_idx on %1$I (photo) where photo is not null', kind);
  end loop;
end
$$;

-- Addresses that something had before: they lead to it until something else takes them over.
create table former_slugs (
  kind text not null check (kind in ('communities', 'news_items', 'events', 'opportunities')),
  slug text not null,
  subject_id bigint not null,
  retired_at timestamptz not null default now(),
  primary key (kind, slug)
);
create index former_slugs_subject_idx on former_slugs (kind, subject_id);
