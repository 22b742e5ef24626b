-- A code ends with the session of the browser that consented; codes of the release before have none.
alter table staff_app_codes add column session_id bigint references staff_sessions on delete cascade;
create index staff_app_codes_session_idx on staff_app_codes (session_id);
