-- The files of the CRM's loader are not read any more; what it refused is pending like any other change.
alter table crm_data_changes drop column rejection, drop column rejected_at;
