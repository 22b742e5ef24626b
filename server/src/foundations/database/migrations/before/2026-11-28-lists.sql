-- Which batch brought an engagement in, so that the batch can be taken back. Without an index or a foreign key, which ten thousand rows of a
-- batch would pay for: the batch knows between which ids its engagements lie, and batches are never deleted.
alter table engagements add column engagement_batch_id bigint;
comment on column engagements.engagement_batch_id is 'In engagement_batches; look for it between its first_engagement_id and last_engagement_id';

alter table engagement_batches
  add column first_engagement_id bigint,
  add column last_engagement_id bigint,
  add column undone_at timestamptz,
  add column undone_by_id bigint references staff_users (id),
  add check (num_nonnulls(undone_at, undone_by_id) in (0, 2));
create index engagement_batches_undone_by_idx on engagement_batches (undone_by_id) where undone_by_id is not null;

-- What settling a conflict has done, so that it can be undone; null where it cannot.
alter table crm_conflicts add column settlement jsonb;
