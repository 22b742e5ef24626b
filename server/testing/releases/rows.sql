-- What a database of a release has on file.
insert into activity_codes values ('gift', 'Gift');
insert into affinities values ('CHOIR', 'University Choir', 'Vocal Ensembles');
insert into colleges values ('AS', 'Arts & Sciences'), ('BU', 'Business');
insert into majors values ('HIST', 'History', 'HI', 'History', 'AS', true);
insert into alumni (buid, contact_id, crm_id, first_name, last_name, preferred_name, former_last_name, primary_email, work_email, deceased) values
  ('B00000001', 'C-000000001', '0035e00000AbCdE', 'Margaret', 'O''Neil', 'Peggy', 'Jones', 'Peggy.ONeil@example.org', 'moneil@example.com', false),
  ('B00000002', 'C-000000002', null, 'José', 'Álvarez', null, null, 'jose@example.org', null, false),
  ('B00000003', null, null, 'Ann', 'Lee', null, null, null, null, true);
insert into educations (buid, kind, degree_code, degree_date, college_code) values
  ('B00000001', 'degree', 'BA', '1998-05-16', 'AS'),
  ('B00000002', 'degree', 'BS', '2004-05-15', 'BU');
insert into employments (buid, employer, job_title, start_date, current) values ('B00000001', 'Example Press', 'Editor', '2010-01-04', true);
insert into alumni_affinities values ('B00000001', 'CHOIR');
insert into engagements (buid, activity_code, engagement_date, description) values
  ('B00000001', 'gift', '2024-11-02', 'Annual fund'),
  ('B00000002', 'event_attended', '2025-10-04', 'Homecoming');
insert into staff_users (email, name, role) values ('admin@example.edu', 'Ada Admin', 'admin');
insert into contact_import_batches (type, status, imported_by_id, file_name, file_size, file_key, encoding)
  values ('contacts', 'completed', 1, 'contacts.csv', 1000, 'x', 'utf-8');
insert into record_changes (buid, record, record_id, action, fields, import_type, import_batch_id)
  values ('B00000001', 'alumnus', 1, 'changed', '{"city": [null, "Boston"]}', 'contacts', 1);
insert into crm_data_changes (buid, field, after, made_by) values ('B00000001', 'city', 'Boston', 'staff');
insert into champion_signups (email, first_name, last_name, buid, status)
  values ('peggy@example.org', 'Peggy', 'O''Neil', 'B00000001', 'linked');
insert into api_keys (name, prefix, key_hash, created_by_id) values ('Events app', 'ars_abcdefgh', 'x', 1);
insert into saved_searches (staff_user_id, name, query) values (1, 'Choir', 'affinity=CHOIR');
grant select, insert, update, delete on all tables in schema public to alumni_app;
grant usage on all sequences in schema public to alumni_app;
