-- Who and where from stay readable when the person is gone.
alter table audit_entries add column who text not null default 'The service', add column address text;
update audit_entries a set who = u.name from staff_users u where u.id = a.staff_user_id;
comment on column audit_entries.address is 'The network address of the request; null for what jobs and commands did';

-- What a search looks through. No routine that may be edited: the index keeps what it answered.
create function audit_words(entry audit_entries) returns tsvector language sql immutable parallel safe return to_tsvector(
  'simple',
  regexp_replace(lower(entry.who || ' ' || entry.action || ' ' || entry.subject || ' ' || left(entry.detail::text, 20000)), '[^[:alnum:]]+', ' ', 'g')
);
create index audit_entries_words_idx on audit_entries using gin (audit_words(audit_entries));
create index audit_entries_at_idx on audit_entries (at);
create index audit_entries_staff_user_idx on audit_entries (staff_user_id, id);
create index audit_entries_action_idx on audit_entries (action, id);
