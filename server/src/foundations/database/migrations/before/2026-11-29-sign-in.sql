-- The tokens that a remembered browser may show: those that it was given and has not shown, and those whose successors it has not shown
-- yet, each with the one that it replaces: [{"hash", "parent"}], the one given last at the end. Empty: v0.8.0 has made or rotated it.
alter table champion_devices add column tokens jsonb not null default '[]';

-- Addresses of signups that were merged into others lead to those: they are looked up beside the active ones.
create index champion_signups_folded_email_idx on champion_signups (folded_email);
