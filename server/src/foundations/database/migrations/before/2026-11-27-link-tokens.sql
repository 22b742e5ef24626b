-- Random in place of hashes of serial ids, which a restore sets back. Null in rows of v0.14.0 and before.
alter table list_letter_recipients add column opt_out_token uuid;
alter table event_rsvps add column door_token uuid;
alter table events add column calendar_token uuid;
-- Null until the second half of the upgrade has filled it: letters then suggest no address to sign in with.
alter table champion_signups add column letter_token uuid;
alter table champion_signups alter column letter_token set default gen_random_uuid();
