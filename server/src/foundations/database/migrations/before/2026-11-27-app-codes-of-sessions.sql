-- The session of the browser that consented: the code ends with it. Null in codes of v0.14.0.
alter table staff_app_codes add column session_id bigint;
