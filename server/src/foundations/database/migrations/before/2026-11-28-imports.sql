-- How often each field is set, changed and cleared by a batch, and how many records of its kind were on file: what a review lists, and what
-- later imports are compared with.
alter table contact_import_batches add column field_counts jsonb, add column on_file integer;
alter table education_import_batches add column field_counts jsonb, add column on_file integer;
alter table employment_import_batches add column field_counts jsonb, add column on_file integer;
