import type { Insertable } from 'kysely'
import type { RsvpStatus } from '@alumni/shared/publications/content'
import type { Tables } from '../../foundations/database/tables.ts'
import type { Caller } from '../../../testing/caller.ts'
import { answererId } from '../engine/answerers.ts'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const hour = 3600_000
export const inHours = (hours: number) => new Date(Date.now() + hours * hour)

export async function buildContentStory(changes: Parameters<typeof buildTestApp>[0] = {}) {
  const app = await buildTestApp(changes)
  const { db } = app
  let serial = 0

  type Values<Table extends 'communities' | 'news_items' | 'events'> = Insertable<Tables[Table]>

  return {
    ...app,
    createCommunity: (values: Partial<Values<'communities'>> = {}) =>
      db
        .insertInto('communities')
        .values({
          slug: `boston-${(serial += 1)}`,
          name: 'Bayside in Boston',
          kind: 'region',
          summary: 'Graduates in and around Boston.',
          published_at: inHours(-1),
          ...values,
        })
        .returning(['id', 'slug'])
        .executeTakeFirstOrThrow(),
    createNews: (values: Partial<Values<'news_items'>> = {}) =>
      db
        .insertInto('news_items')
        .values({
          slug: `library-${(serial += 1)}`,
          title: 'The library is open all night',
          summary: 'From Monday on.',
          body: 'Bring a **pillow**.',
          published_at: inHours(-1),
          ...values,
        })
        .returning(['id', 'slug'])
        .executeTakeFirstOrThrow(),
    createEvent: (values: Partial<Values<'events'>> = {}) =>
      db
        .insertInto('events')
        .values({
          slug: `homecoming-${(serial += 1)}`,
          title: 'Homecoming',
          summary: 'Come home for a day.',
          starts_at: inHours(72),
          ends_at: inHours(75),
          time_zone: 'America/New_York',
          venue: 'Alumni Hall',
          address: '1 Main Street, Boston',
          max_guests: 3,
          published_at: inHours(-1),
          ...values,
        })
        .returning(['id', 'slug'])
        .executeTakeFirstOrThrow(),
    async signUpPerson(first_name: string, values: SignupValues = {}) {
      const signup = await createSignup(db, {
        email: `${first_name.toLowerCase()}-${(serial += 1)}@example.org`,
        first_name,
        ...values,
      })
      return { signup, browser: await app.asChampion(signup) }
    },
    rsvp: (browser: Caller, event: { slug: string }, guests = 0) =>
      browser.submit(`/events/${event.slug}/rsvps`, { guests: String(guests) }),
    cancel: (browser: Caller, event: { slug: string }) => browser.submit(`/events/${event.slug}/rsvps/cancel`, {}),
    async statuses(event: { id: number }): Promise<Record<string, RsvpStatus>> {
      const rows = await db
        .selectFrom('event_rsvps as r')
        .innerJoin('champion_signups as s', (join) => join.on('s.id', '=', ({ ref }) => answererId(ref('r.signup_id'))))
        .select(['s.first_name', 'r.status'])
        .where('event_id', '=', event.id)
        .execute()
      return Object.fromEntries(rows.map(({ first_name, status }) => [first_name!, status]))
    },
    setEvent: (event: { id: number }, values: Partial<Values<'events'>>) =>
      db.updateTable('events').set(values).where('id', '=', event.id).execute(),
  }
}
