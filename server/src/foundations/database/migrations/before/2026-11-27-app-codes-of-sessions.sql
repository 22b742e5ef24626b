-- The session of the browser that consented: the code works while that is live. Codes of the release before have none.
alter table staff_app_codes add column session_id bigint;
