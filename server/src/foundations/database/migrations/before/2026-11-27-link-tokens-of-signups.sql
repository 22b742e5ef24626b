-- outside a transaction
create unique index concurrently champion_signups_letter_token_key on champion_signups (letter_token) where letter_token is not null
