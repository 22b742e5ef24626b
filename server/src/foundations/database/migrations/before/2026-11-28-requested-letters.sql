-- A draft that an administrator is asked to send: who asked, and why it was given back.
-- The column is new, so that no row has to be checked.
-- squawk-ignore adding-foreign-key-constraint
alter table list_letters add column requested_by_id bigint references staff_users;
alter table list_letters add column requested_at timestamptz, add column decline_reason text;
-- Ends the letters to which this person gets the replies.
alter table staff_users add column job_title text not null default '';
