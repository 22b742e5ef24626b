-- Rows without a token are those for which v0.14.0 may have sent a hash of the id.
alter table list_letter_recipients alter column opt_out_token set default gen_random_uuid();
alter table event_rsvps alter column door_token set default gen_random_uuid();
alter table events alter column calendar_token set default gen_random_uuid();
