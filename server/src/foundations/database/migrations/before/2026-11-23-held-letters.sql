-- outside a transaction
create index concurrently letters_held_idx on letters (id) where held_at is not null and sent_at is null;
