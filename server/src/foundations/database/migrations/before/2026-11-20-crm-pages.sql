alter table crm_conflicts alter column change_id drop not null,
  drop constraint crm_conflicts_change_id_fkey,
  add constraint crm_conflicts_change_id_fkey foreign key (change_id) references crm_data_changes (id) on delete set null;
create index crm_conflicts_change_idx on crm_conflicts (change_id);
create index crm_conflicts_field_idx on crm_conflicts (buid, field);
create index crm_data_changes_status_idx on crm_data_changes (status, id);
create index crm_data_changes_verified_idx on crm_data_changes (verified_by_batch_id) where verified_by_batch_id is not null;
