import { sql } from 'kysely'
import { optOutKey } from '../src/alumni/index.ts'
import type { Db } from '../src/foundations/database/db.ts'
import { readConfig, type Config } from '../src/foundations/process/config.ts'
import { countLetterReach } from '../src/publications/list-letters/decisions.ts'
import { markTested } from '../testing/list-letters.ts'
import { sendListLetter } from '../src/publications/list-letters/send.ts'
import { openDb } from '../src/schema.ts'
import { hashApiKey, createApiKey, prefixOf } from '../src/staff/api-keys/key-format.ts'
import { openSession, sessionCookie } from '../src/staff/accounts/sessions.ts'
import { StaffUser } from '../src/staff/accounts/staff-user.ts'
import { createSignup, sessionCookieOf } from '../testing/champions.ts'
import { demoStaff } from '../demo/demo-staff.ts'
import { listSubject } from './audit-list-letters.ts'
import { origins, secret } from './system.ts'

export type Cast = { staff: string; key: string; guests: { email: string; cookie: string }[] }

async function beginLetter(db: Db, given: Config, by: StaffUser): Promise<void> {
  const config = { ...given, INSTITUTION_ADDRESS: '1 College Street', LIST_LETTERS_STAFF_MAX: alumniOnFile }
  const alumni = await db.selectFrom('alumni').select(['id', 'buid']).orderBy('id').execute()
  const people = { alumni: alumni.map(({ id }) => id), signups: [] }
  const about = { topic: 'news', event_id: null, opportunity_id: null, skips_answered: false }
  const { written_to } = await countLetterReach(db, people, about)
  const { id, version } = await db
    .insertInto('list_letters')
    .values({
      slug: 'to-many',
      title: listSubject,
      summary: '',
      body: 'We **write** to you.',
      topic: 'news',
      salutation: 'Dear {name},',
      fallback: 'Dear friend,',
      replies_to: 'office',
      list: JSON.stringify({ from: 'people', buids: alumni.map(({ buid }) => buid) }),
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  await markTested(db)
  await sendListLetter({ db, config, by, findPeople: async () => people }, id, { version, written_to })
  // Every 25th person opts out before their turn.
  await sql`insert into letter_opt_outs (address_key, topic)
    select ${optOutKey(sql`'alumnus ' || id`)}, ${about.topic} from alumni where id % 25 = 0`.execute(db)
  await sql`update list_letters set published_at = now() where id = ${id}`.execute(db)
}

export const alumniOnFile = 400
const guests = 12
const placesOfEvent = 3

/** Fills an empty database with alumni, champions, signed-in guests and events with few places. */
export async function prepare(url: string, { events, signins }: { events: number; signins: number }): Promise<Cast> {
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: url, SESSION_SECRET: secret, ...origins })
  const db = await openDb(url, { max: 2, statementTimeoutMs: 60_000 })
  try {
    const { entities } = db
    const ada = entities.create(StaffUser, { ...demoStaff[0], password_hash: null })
    await entities.persist(ada).flush()
    const token = await openSession(db, config, ada)
    await sql`insert into alumni (buid, first_name, last_name, city, country)
      select 'B' || lpad(n::text, 8, '0'), 'Peggy', 'Person' || lpad(n::text, 4, '0'), 'Boston', 'US'
      from generate_series(1, ${alumniOnFile}::int) n`.execute(db)
    // Every 20th person shares an address, and every 30th wants no letters.
    await sql`update alumni set primary_email = format('list-%s@storm.example', n - case when n % 20 = 0 then 1 else 0 end), do_not_email = n % 30 = 0
      from (select id, row_number() over (order by id) as n from alumni) o where o.id = alumni.id`.execute(db)
    await beginLetter(db, config, ada)
    await sql`insert into champion_signups (email, first_name, last_name, status)
      select format('signin-%s@storm.example', n), 'Rosa', 'Storm', 'completed' from generate_series(0, ${signins}::int) n`.execute(
      db,
    )
    await sql`insert into events (slug, title, summary, starts_at, ends_at, time_zone, places, max_guests, published_at)
      select 'storm-' || n, 'Storm ' || n || ' evening', 'Few places.', now() + interval '30 days', now() + interval '31 days',
        'America/New_York', ${placesOfEvent}::int, 1, now() - interval '1 hour' from generate_series(0, ${events}::int) n`.execute(
      db,
    )
    const key = createApiKey()
    await db
      .insertInto('api_keys')
      .values({ name: 'Events app', prefix: prefixOf(key), key_hash: hashApiKey(key), created_by_id: ada.id })
      .execute()
    const people: Cast['guests'] = []
    for (let nth = 0; nth < guests; nth++) {
      const email = `guest-${nth}@storm.example`
      const signup = await createSignup(db, { email, first_name: 'Guest' })
      people.push({ email, cookie: await sessionCookieOf(db, config, signup) })
    }
    return { staff: `${sessionCookie(config).name}=${token}`, key, guests: people }
  } finally {
    await db.destroy()
  }
}
