-- What an answer was before staff said who came: it is that again when they take it back. Null: they were going.
alter table event_rsvps add column unmarked_status text check (unmarked_status in ('going', 'waiting', 'cancelled'));
