-- An import of giving can be undone: the gifts that it deleted are there in full until its lines go.
alter table giving_imports add column has_before_images boolean not null default false;
comment on column giving_imports.has_before_images is 'Its gifts bear its engagement batch, and those that it replaced are in giving_before_images';

create table giving_before_images (
  import_id bigint not null references giving_imports (id) on delete cascade,
  engagement_id bigint not null,
  -- The deleted row of engagements with all its columns.
  engagement jsonb not null,
  primary key (import_id, engagement_id)
);
