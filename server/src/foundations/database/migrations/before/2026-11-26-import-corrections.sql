-- Lines of the file that people have corrected in the review; null once the file is gone.
alter table contact_import_batches add column corrections jsonb;
alter table education_import_batches add column corrections jsonb;
alter table employment_import_batches add column corrections jsonb;
