-- Uploads that are interrupted start over.
drop table import_uploads;
