-- Returns draft, scheduled or, once the publishing time has passed, state_on_site.
create or replace function publication_state(published_at timestamptz, state_on_site text) returns text
language sql stable parallel safe
return case when published_at is null then 'draft' when published_at > now() then 'scheduled' else state_on_site end;
