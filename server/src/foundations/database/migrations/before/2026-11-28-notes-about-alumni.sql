-- Each note is about a signup or, written on the page of an alumnus, about the alumnus.
-- The release before reads notes by their signup, so it does not meet those without one.
-- squawk-ignore ban-drop-not-null
alter table signup_notes alter column signup_id drop not null;
-- The table is small and the column is new, so that nothing waits.
-- squawk-ignore adding-foreign-key-constraint
alter table signup_notes add column buid text references alumni (buid);
-- squawk-ignore constraint-missing-not-valid
alter table signup_notes add constraint signup_notes_about_check check (num_nonnulls(signup_id, buid) = 1);
-- squawk-ignore require-concurrent-index-creation
create index signup_notes_buid_idx on signup_notes (buid) where buid is not null;
