-- outside a transaction
create unique index concurrently list_letter_recipients_opt_out_token_key on list_letter_recipients (opt_out_token) where opt_out_token is not null
