import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RsvpStatus } from '@alumni/shared/publications/content'
import { statementsOf } from '../../../testing/statements-of.ts'
import { cancelEvent, changeEvent } from './organize-event.ts'
import { remindAttendees } from './reminders.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const { createEvent, db } = await buildContentStory()

async function eventWith(answers: number, status: RsvpStatus) {
  const event = await createEvent({
    starts_at: inHours(23),
    ends_at: inHours(25),
    places: status === 'waiting' ? 1 : null,
  })
  await sql`
    with signups as (
      insert into champion_signups (email, first_name)
      select gen_random_uuid() || '@example.org', 'Champion ' || n from generate_series(1, ${answers}::int) n returning id
    )
    insert into event_rsvps (event_id, signup_id, status, asked_at)
    select ${event.id}::bigint, id, ${status}, now() - interval '7 days' from signups
  `.execute(db)
  return event
}

/** Counts the enqueued letters by kind. Each letter must be about a different answer and have its own job. */
async function lettersOf(event: { id: number }) {
  const { rows } = await sql<{ kind: string; letters: number }>`
    select kind, count(distinct r.id)::int as letters
    from letters l join event_rsvps r on r.id = (about ->> 'rsvp')::bigint join job_outbox j on (j.data ->> 'letter')::bigint = l.id
    where r.event_id = ${event.id}::bigint group by kind
  `.execute(db)
  return rows
}

test.each<[string, RsvpStatus, string, (event: { id: number }) => Promise<void>]>([
  ['moved', 'going', 'event-changed', ({ id }) => changeEvent(db, id, { starts_at: inHours(22) })],
  ['canceled', 'going', 'event-cancelled', ({ id }) => cancelEvent(db, id)],
  ['given more places', 'waiting', 'rsvp-place', ({ id }) => changeEvent(db, id, { places: null })],
  ['due tomorrow', 'going', 'event-reminder', () => remindAttendees({ db })],
])(
  'when an event is %s, three thousand guests are notified with as many statements as one',
  async (_, status, kind, happens) => {
    const small = await eventWith(1, status)
    const smallCount = await statementsOf(() => happens(small))
    expect(await lettersOf(small)).toEqual([{ kind, letters: 1 }])
    const large = await eventWith(3000, status)
    expect(await statementsOf(() => happens(large))).toEqual(smallCount)
    expect(await lettersOf(large)).toEqual([{ kind, letters: 3000 }])
  },
)
