-- The active signup that a signup stands for: itself, or the one that it was merged into, over chains. Null: it was deleted.
create or replace function surviving_signup(signup bigint) returns bigint
language sql stable parallel safe as $$
  with recursive chain as (
    select id, merged_into_id, deleted_at from champion_signups where id = signup
    union -- a circle ends, since no row comes twice
    select s.id, s.merged_into_id, s.deleted_at from chain c join champion_signups s on s.id = c.merged_into_id
  )
  select id from chain where merged_into_id is null and deleted_at is null
$$;
