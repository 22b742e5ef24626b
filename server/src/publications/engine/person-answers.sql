-- Lists all answers to events and opportunities. People on the waiting list, attendees and absentees have said yes. A
-- canceled or withdrawn answer is a no. A person's answer with the highest precedence counts: the best of their own
-- answers (source_rank 3), then a no through the link in a letter (2), then the latest answer that staff entered (1).
create or replace function given_answers()
returns table (kind text, subject_id bigint, signup_id bigint, buid text, status text, answer text, precedence integer)
language sql stable parallel safe as $$
  with ranked_answer as (
    select 'event' as kind, event_id as subject_id, signup_id, null::text as buid, status,
      case status when 'cancelled' then 'no' else 'yes' end as answer,
      3 as source_rank,
      0 as day,
      array_position(array['cancelled', 'absent', 'waiting', 'going', 'attended'], status) as answer_rank
    from event_rsvps
    union all
    select 'opportunity', opportunity_id, signup_id, null, status,
      case status when 'withdrawn' then 'no' else 'yes' end,
      3,
      0,
      array_position(array['withdrawn', 'declined', 'waiting', 'responded', 'accepted'], status)
    from opportunity_responses
    union all
    select case when letter.event_id is null then 'opportunity' else 'event' end,
      coalesce(letter.event_id, letter.opportunity_id), recipient.signup_id, alumnus.buid, null,
      'no',
      2,
      0,
      0
    from list_letter_recipients recipient
      join list_letters letter on letter.id = recipient.letter_id
      left join alumni alumnus on alumnus.id = recipient.alumnus_id
    where recipient.declined_at is not null
    union all
    select case when event_id is null then 'opportunity' else 'event' end, coalesce(event_id, opportunity_id), null, buid,
      null,
      answer,
      1,
      asked_on - date '1800-01-01',
      array_position(array['no', 'maybe', 'yes'], answer)
    from asks
    where answer is not null
      and coalesce(event_id, opportunity_id) is not null
  )
  -- The precedence sorts by source_rank, then day, then answer_rank.
  select kind, subject_id, signup_id, buid, status, answer, source_rank * 10000000 + day * 4 + answer_rank
  from ranked_answer
$$;

-- Lists the asks for an event or opportunity: letters that were sent, and asks that staff entered.
create or replace function asks_for(kind text, subject bigint)
returns table (alumnus_id bigint, signup_id bigint, buid text, asked_at timestamptz)
language sql stable parallel safe as $$
  select recipient.alumnus_id, recipient.signup_id, null::text, recipient.changed_at
  from list_letters letter
    join list_letter_recipients recipient on recipient.letter_id = letter.id
  where ((kind = 'event' and letter.event_id = subject) or (kind = 'opportunity' and letter.opportunity_id = subject))
    and recipient.state in ('sent', 'in_doubt')
  union all
  select null, null, asks.buid, (asks.asked_on + time '12:00') at time zone 'UTC'
  from asks
  where (kind = 'event' and asks.event_id = subject) or (kind = 'opportunity' and asks.opportunity_id = subject)
$$;

-- Lists each person who was asked about an event or opportunity or has answered, once: as an alumnus, or as a signup
-- without an alumnus. Excludes deleted signups. asked_at is the time of the latest ask. If only_answered is true, excludes
-- people who have not answered, and asked_at is always null.
create or replace function person_answers(kind text, subject bigint, only_answered boolean default false)
returns table (alumnus_id bigint, signup_id bigint, asked_at timestamptz, answer text, status text)
language sql stable parallel safe as $$
  with ask_or_answer as (
    select ask.alumnus_id, ask.signup_id, ask.buid, ask.asked_at,
      null::text as answer, null::text as status, null::int as precedence
    from asks_for(kind, subject) ask
    where not only_answered
    union all
    select null, given.signup_id, given.buid, null, given.answer, given.status, given.precedence
    from given_answers() given
    where given.kind = person_answers.kind
      and given.subject_id = subject
  ),
  -- Replaces merged signups with their survivors, and linked signups with their alumni.
  with_person as (
    select coalesce(ask_or_answer.alumnus_id, alumnus.id) as alumnus_id,
      case when coalesce(ask_or_answer.alumnus_id, alumnus.id) is null then survivor.id end as signup_id,
      asked_at, answer, ask_or_answer.status, precedence
    from ask_or_answer
      left join champion_signups signup on signup.id = ask_or_answer.signup_id
      left join champion_signups survivor on survivor.id = case
        when signup.merged_into_id is not null then surviving_signup(signup.id)
        when signup.deleted_at is null then signup.id end
      left join alumni alumnus on alumnus.buid = coalesce(ask_or_answer.buid, survivor.buid)
  )
  select alumnus_id, signup_id, max(asked_at),
    (array_agg(answer order by precedence desc nulls last))[1],
    (array_agg(status order by precedence desc nulls last))[1]
  from with_person
  where coalesce(alumnus_id, signup_id) is not null
  group by alumnus_id, signup_id
$$;
