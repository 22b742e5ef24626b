-- Returns the id of the active signup that a signup was merged into, directly or indirectly, or of the signup itself.
-- Returns null if the surviving signup was deleted.
create or replace function surviving_signup(signup bigint) returns bigint
language sql stable parallel safe as $$
  with recursive chain as (
    select id, merged_into_id, deleted_at from champion_signups where id = signup
    union -- removes repeated rows, so that a cycle ends
    select next.id, next.merged_into_id, next.deleted_at
    from chain join champion_signups next on next.id = chain.merged_into_id
  )
  select id from chain where merged_into_id is null and deleted_at is null
$$;
