-- outside a transaction
create unique index concurrently list_letter_recipients_answer_token_key on list_letter_recipients (answer_token) where answer_token is not null
