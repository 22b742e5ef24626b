-- Staff write opportunities and events, decide about answers and say who came.

-- `version` counts every save: of two who edit the same thing, the second is told who was first.
alter table opportunities
  add column version integer not null default 1,
  add column updated_by_id bigint references staff_users (id);
alter table events
  add column version integer not null default 1,
  add column updated_by_id bigint references staff_users (id);

alter table opportunity_responses
  add column decided_by_id bigint references staff_users (id),
  add column decided_at timestamptz;
alter table event_rsvps
  add column marked_by_id bigint references staff_users (id),
  add column marked_at timestamptz;

-- The lists of one opportunity's or event's answers by state, in the order of the line, and their counts.
create index opportunity_responses_status_idx on opportunity_responses (opportunity_id, status, asked_at, id);
create index event_rsvps_status_idx on event_rsvps (event_id, status, asked_at, id) include (guests);
