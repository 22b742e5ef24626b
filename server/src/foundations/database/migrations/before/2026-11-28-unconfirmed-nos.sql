-- outside a transaction
create index concurrently list_letter_recipients_declined_idx on list_letter_recipients (letter_id) where declined_at is not null
