import { sql } from 'kysely'
import { changeOptOuts } from '../src/champions/index.ts'
import { transact, type Db } from '../src/foundations/database/db.ts'
import { insertRecipients } from '../src/publications/list-letters/decisions.ts'

const defaults = { salutation: 'Dear {name},', fallback: 'Dear friend,', replies_to: 'writer' as const }
const invitation = {
  ...defaults,
  slug: 'boston-dinner-invitation',
  title: 'Will you join us for dinner in Boston?',
  summary: 'A long table, good company, and news from campus',
  body: 'We would love to see you at the table. Come alone or bring a guest, and tell us **by Friday** so that we can set a place for you.\n\nThe kitchen knows about allergies: just reply to this e-mail.',
  picture: 'skyline',
  topic: 'events' as const,
}
const draft = {
  ...defaults,
  slug: 'first-year-mentors',
  title: 'Could you spare an hour a month?',
  summary: 'First-year students are looking for mentors',
  body: 'A new class has arrived, and many of them are the first in their family to go to college. **One hour a month** with someone who has been there makes a difference.',
  picture: 'campus',
  topic: 'volunteering' as const,
}

const asks = [
  { buid: 'B00000003', slug: 'welcome-graduates-dublin', how: 'call', daysAgo: 38, answer: 'yes' },
  { buid: 'B00000005', slug: 'mentor-a-first-year-student', how: 'email', daysAgo: 9, answer: null },
  { buid: 'B00000007', slug: 'speak-in-careers-class', how: 'call', daysAgo: 61, answer: 'no' },
  { buid: 'B00000009', words: 'To open the alumni club in Mexico City', how: 'meeting', daysAgo: 24, answer: 'maybe' },
  { buid: 'B00000004', words: 'To host a table at the scholars’ dinner', how: 'meal', daysAgo: 17, answer: 'yes' },
] as const

/** Adds a letter with answers that Stan sent two weeks ago, a draft by Ada, and asks that Stan recorded. */
export async function sendDemoLetters(db: Db): Promise<void> {
  await transact(db, async (db) => {
    const event = await db.selectFrom('events').select('id').where('slug', '=', 'boston-dinner').executeTakeFirst()
    const staff = await db.selectFrom('staff_users').select(['id', 'email']).execute()
    const [stan, ada] = ['staff@example.edu', 'admin@example.edu'].map(
      (email) => staff.find((s) => s.email === email)?.id,
    )
    if (!event || stan === undefined || ada === undefined) return
    const invented = await db
      .selectFrom('alumni')
      .select(['id', 'buid'])
      .where('state', '=', 'MA')
      .orderBy('id')
      .execute()
    const refuses = invented.at(-1)
    if (refuses) await changeOptOuts(db, { buid: refuses.buid, signup: null }, { off: ['events'] }, 'e-mail opt-out')
    const twoWeeksAgo = sql<string>`now() - interval '14 days'`
    const { id } = await db
      .insertInto('list_letters')
      .values({
        ...invitation,
        event_id: event.id,
        list: JSON.stringify({ from: 'search', query: 'state=MA' }),
        skips_answered: false,
        status: 'sent',
        published_at: twoWeeksAgo,
        created_at: twoWeeksAgo,
        updated_at: twoWeeksAgo,
        updated_by_id: stan,
        sender_id: stan,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await reach(
      db,
      id,
      event.id,
      invented.map((person) => person.id),
    )
    const opportunity = await db
      .selectFrom('opportunities')
      .select('id')
      .where('slug', '=', 'mentor-a-first-year-student')
      .executeTakeFirst()
    await db
      .insertInto('list_letters')
      .values({
        ...draft,
        opportunity_id: opportunity?.id ?? null,
        list: JSON.stringify({ from: 'champions', query: '' }),
        updated_by_id: ada,
      })
      .execute()
    await noteAsks(db, stan)
  })
}

async function noteAsks(db: Db, noted_by_id: number): Promise<void> {
  for (const { buid, how, daysAgo, answer, ...about } of asks) {
    const asked_on = sql<string>`current_date - ${daysAgo}::int`
    const noted = { buid, topic: 'volunteering', how, asked_by: 'Stan Okafor', asked_on, answer, noted_by_id } as const
    const opportunity = db.selectFrom('opportunities').select('id')
    await db
      .insertInto('asks')
      .values(
        'slug' in about
          ? { ...noted, opportunity_id: opportunity.where('slug', '=', about.slug) }
          : { ...noted, words: about.words },
      )
      .execute()
  }
}

async function reach(db: Db, letter: number, event: number, alumni: number[]): Promise<void> {
  const going = await db.selectFrom('event_rsvps').select('signup_id').where('event_id', '=', event).execute()
  const signups = going.map(({ signup_id }) => signup_id)
  const about = { topic: invitation.topic, event_id: event, opportunity_id: null, skips_answered: false }
  await insertRecipients(db, letter, { alumni, signups }, about)
  await sql`update list_letter_recipients set changed_at = now() - interval '14 days', state = case
      when state = 'left_out' then state
      when id = (select max(id) from list_letter_recipients where letter_id = ${letter} and state = 'waiting' and signup_id is null)
        then 'refused'
      else 'sent' end
    where letter_id = ${letter}`.execute(db)
  await sql`update event_rsvps r set asked_at = now() - interval '13 days' + r.id % 9 * interval '1 day'
    from list_letter_recipients l
    where l.letter_id = ${letter} and l.signup_id = r.signup_id and r.event_id = ${event} and r.status = 'going'`.execute(
    db,
  )
}
