-- Lists all answers to events and opportunities. People on the waiting list, attendees and absentees have said yes; a
-- canceled or withdrawn answer is a no. The answer of a person with the highest precedence counts: the best of their own
-- answers (from 10,000,000), then a no by the link of a letter (9,000,000), then the latest answer entered by staff (days
-- since 1800 × 4 + rank, always below 9,000,000).
create or replace function given_answers()
returns table (kind text, subject_id bigint, signup_id bigint, buid text, status text, answer text, precedence integer)
language sql stable parallel safe as $$
  select 'event', event_id, signup_id, null::text, status, case status when 'cancelled' then 'no' else 'yes' end,
    10000000 + array_position(array['cancelled', 'absent', 'waiting', 'going', 'attended'], status)
  from event_rsvps
  union all
  select 'opportunity', opportunity_id, signup_id, null, status, case status when 'withdrawn' then 'no' else 'yes' end,
    10000000 + array_position(array['withdrawn', 'declined', 'waiting', 'responded', 'accepted'], status)
  from opportunity_responses
  union all
  select 'event', event_id, null, buid, null, answer,
    (asked_on - date '1800-01-01') * 4 + array_position(array['no', 'maybe', 'yes'], answer)
  from asks
  where answer is not null
    and event_id is not null
  union all
  select 'opportunity', opportunity_id, null, buid, null, answer,
    (asked_on - date '1800-01-01') * 4 + array_position(array['no', 'maybe', 'yes'], answer)
  from asks
  where answer is not null
    and opportunity_id is not null
  union all
  select case when l.event_id is null then 'opportunity' else 'event' end, coalesce(l.event_id, l.opportunity_id),
    r.signup_id, a.buid, null, 'no', 9000000
  from list_letter_recipients r
    join list_letters l on l.id = r.letter_id
    left join alumni a on a.id = r.alumnus_id
  where r.declined_at is not null
$$;

-- Lists the asks for an event or opportunity: letters that were sent, and asks entered by staff.
create or replace function asks_for(kind text, subject bigint)
returns table (alumnus_id bigint, signup_id bigint, buid text, asked_at timestamptz)
language sql stable parallel safe as $$
  select r.alumnus_id, r.signup_id, null::text, r.changed_at
  from list_letters l
    join list_letter_recipients r on r.letter_id = l.id
  where ((kind = 'event' and l.event_id = subject) or (kind = 'opportunity' and l.opportunity_id = subject))
    and r.state in ('sent', 'in_doubt')
  union all
  select null, null, a.buid, (a.asked_on + time '12:00') at time zone 'UTC'
  from asks a
  where (kind = 'event' and a.event_id = subject) or (kind = 'opportunity' and a.opportunity_id = subject)
$$;

-- Lists the people who were asked for an event or opportunity or have answered it, each once: as an alumnus, or as a
-- signup without an alumnus. Excludes deleted signups. asked_at is the time of the latest ask. only_answered skips asks,
-- so that asked_at is null and people who have not answered are excluded.
create or replace function person_answers(kind text, subject bigint, only_answered boolean default false)
returns table (alumnus_id bigint, signup_id bigint, asked_at timestamptz, answer text, status text)
language sql stable parallel safe as $$
  with ask_or_answer as (
    select k.alumnus_id, k.signup_id, k.buid, k.asked_at,
      null::text as answer, null::text as status, null::int as precedence
    from asks_for(kind, subject) k
    where not only_answered
    union all
    select null, g.signup_id, g.buid, null, g.answer, g.status, g.precedence
    from given_answers() g
    where g.kind = person_answers.kind
      and g.subject_id = subject
  ),
  of_person as (
    select coalesce(r.alumnus_id, a.id) as alumnus_id,
      case when coalesce(r.alumnus_id, a.id) is null then s.id end as signup_id,
      r.asked_at, r.answer, r.status, r.precedence
    from ask_or_answer r
      left join champion_signups referred on referred.id = r.signup_id
      left join champion_signups s on s.id = case
        when referred.merged_into_id is not null then surviving_signup(referred.id)
        when referred.deleted_at is null then referred.id end
      left join alumni a on a.buid = coalesce(r.buid, s.buid)
  )
  select p.alumnus_id, p.signup_id, max(p.asked_at),
    (array_agg(p.answer order by p.precedence desc nulls last))[1],
    (array_agg(p.status order by p.precedence desc nulls last))[1]
  from of_person p
  where coalesce(p.alumnus_id, p.signup_id) is not null
  group by p.alumnus_id, p.signup_id
$$;
