-- Who and where from stay readable when the person is gone; words are what a search looks through.
alter table audit_entries add column who text not null default 'The service', add column address text;
update audit_entries a set who = u.name from staff_users u where u.id = a.staff_user_id;
alter table audit_entries add column words tsvector generated always as (
  to_tsvector('simple', regexp_replace(lower(who || ' ' || action || ' ' || subject || ' ' || left(detail::text, 20000)), '[^[:alnum:]]+', ' ', 'g'))
) stored;
comment on column audit_entries.address is 'The network address of the request; null for what jobs and commands did';
create index audit_entries_words_idx on audit_entries using gin (words);
create index audit_entries_at_idx on audit_entries (at);
create index audit_entries_staff_user_idx on audit_entries (staff_user_id, id);
create index audit_entries_action_idx on audit_entries (action, id);
