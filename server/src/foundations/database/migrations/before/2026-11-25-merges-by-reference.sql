-- What a merge has changed: the signups, and the second answers that it has deleted; null once its people were erased.
alter table signup_merges add column saved jsonb;
