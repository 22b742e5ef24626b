-- A letter that had no one to go to any more when it was to leave: `sent_at` says when that was seen.
alter table letters add column unneeded boolean not null default false;
