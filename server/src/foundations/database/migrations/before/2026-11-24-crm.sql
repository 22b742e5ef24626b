-- What the CRM's loader has said of a change that went back to pending.
alter table crm_data_changes
  add column rejection text,
  add column rejected_at timestamptz;
create index crm_conflicts_open_idx on crm_conflicts (id) where resolved_at is null;
create index crm_data_changes_export_status_idx on crm_data_changes (export_batch_id, status) where export_batch_id is not null;
