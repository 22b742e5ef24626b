-- Letters to send: what each is about, never to whom, nor what it says.
create table letters (
  id bigint generated always as identity primary key,
  kind text not null, about jsonb not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0, failure text,
  sent_at timestamptz, given_up_at timestamptz
);
comment on column letters.about is 'Ids only. The worker finds the address, and makes what is secret, when it sends';
comment on column letters.failure is 'Why the last attempt failed, in our words: those of a mail server may quote an address';
comment on column letters.sent_at is 'Also for a letter that turned out to be to nobody';
create index letters_ended_idx on letters (coalesce(sent_at, given_up_at)) where sent_at is not null or given_up_at is not null;
comment on table job_outbox is 'Jobs, written with the change that asks for them and handed to the queue after it';
