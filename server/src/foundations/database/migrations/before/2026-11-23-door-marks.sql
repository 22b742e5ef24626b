-- Marks made at the door of an event, by the id that the phone gave each: one that is sent again changes nothing.
create table door_marks (
  id uuid primary key,
  created_at timestamptz not null default now()
);
