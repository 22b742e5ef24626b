-- What a scan noticed about a file as a whole, for the review to say.
alter table contact_import_batches add column findings jsonb;
alter table education_import_batches add column findings jsonb;
alter table employment_import_batches add column findings jsonb;
