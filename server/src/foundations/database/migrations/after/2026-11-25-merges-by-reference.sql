-- A merge moves nothing any more: rows that earlier merges have moved go back to their signups, the newest merge first, and
-- what else they have changed is saved as merges do now.
do $$
declare
  merge bigint;
  pointing text;
begin
  for merge in select id from signup_merges where undone_at is null order by id desc loop
    foreach pointing in array array[
      'event_rsvps', 'opportunity_responses', 'champion_devices', 'signin_requests', 'email_changes', 'signup_drafts',
      'activity_events', 'signup_notes', 'signup_letters'
    ] loop
      execute format(
        'update %1$I t set signup_id = (r.before ->> ''signup_id'')::bigint from signup_merge_rows r
         where r.merge_id = $1 and r.table_name = %1$L and r.before ->> ''signup_id'' is not null
           and t.id = (r.key ->> ''id'')::bigint and t.signup_id = (r.after ->> ''signup_id'')::bigint',
        pointing
      ) using merge;
    end loop;

    update champion_sessions t set signup_id = (r.before ->> 'signup_id')::bigint from signup_merge_rows r
    where r.merge_id = merge and r.table_name = 'champion_sessions' and r.before ->> 'signup_id' is not null
      and t.token_hash = r.key ->> 'token_hash' and t.signup_id = (r.after ->> 'signup_id')::bigint;
    update community_members t set signup_id = (r.before ->> 'signup_id')::bigint from signup_merge_rows r
    where r.merge_id = merge and r.table_name = 'community_members' and r.before ->> 'signup_id' is not null
      and t.community_id = (r.key ->> 'community_id')::bigint and t.signup_id = (r.after ->> 'signup_id')::bigint;
  end loop;
end $$;

update signup_merges m
set saved = jsonb_build_object(
  'signups', (
    select jsonb_agg(jsonb_build_object('before', r.before, 'after', r.after) order by r.key ->> 'id' <> m.survivor_id::text)
    from signup_merge_rows r where r.merge_id = m.id and r.table_name = 'champion_signups'
  ),
  'doubles', (
    select coalesce(jsonb_agg(jsonb_build_object('table', r.table_name, 'row', r.before) order by r.position), '[]')
    from signup_merge_rows r
    where r.merge_id = m.id and r.after is null
      and r.table_name in ('event_rsvps', 'opportunity_responses', 'community_members')
  ),
  'placed', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'table', r.table_name,
      'before', r.before - 'signup_id' - 'engagement_id' || r.key,
      'after', r.after - 'signup_id' - 'engagement_id' || r.key
    )), '[]')
    from signup_merge_rows r
    where r.merge_id = m.id and r.table_name in ('event_rsvps', 'opportunity_responses') and r.before ->> 'status' is not null
      and r.after is not null
  ),
  'attendances', (
    select coalesce(jsonb_agg(jsonb_build_object('rsvp', (a.key ->> 'id')::bigint, 'engagement', r.before)), '[]')
    from signup_merge_rows r
    join signup_merge_rows a on a.merge_id = r.merge_id and a.table_name = 'event_rsvps'
      and a.before ->> 'engagement_id' = r.before ->> 'id'
    where r.merge_id = m.id and r.table_name = 'engagements' and r.after is null
  )
)
where m.saved is null and m.undone_at is null
  and exists (select from signup_merge_rows r where r.merge_id = m.id and r.table_name = 'champion_signups');

-- What was removed since a merge is not listed any more.
update signup_merges
set undo_outcome = jsonb_set(undo_outcome, '{kept}', (
  select coalesce(jsonb_agg(kept), '[]') from jsonb_array_elements(undo_outcome -> 'kept') kept where kept ->> 'how' <> 'gone'
))
where undo_outcome is not null;

drop table signup_merge_rows;
