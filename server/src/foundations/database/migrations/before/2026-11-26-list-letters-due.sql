-- outside a transaction
-- A worker finds the letters to lists that wait among all letters of a month.
create index concurrently letters_to_lists_idx on letters (attempts, id) where kind = 'list-letter' and sent_at is null and given_up_at is null
