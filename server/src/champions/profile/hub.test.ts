import { expect, test } from 'vitest'
import { hubPage } from '@alumni/shared/champions/profile'
import { createSignup, type SignupValues } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { db, asChampion } = await buildTestApp()
const withGoogle = await buildTestApp({ env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' } })

const published = { summary: 'A summary', published_at: '2026-01-01' }
const time = { starts_at: '2099-01-01T18:00:00Z', ends_at: '2099-01-01T20:00:00Z', time_zone: 'America/New_York' }
await db
  .insertInto('opportunities')
  .values([
    { ...published, slug: 'host', title: 'Host', kind: 'hosting', place: 'Chicago' },
    { ...published, slug: 'speak', title: 'Speak', kind: 'speaking', place: 'Chicago' },
    { ...published, slug: 'near', title: 'Near', kind: 'hosting', place: 'Boston, MA' },
    { ...published, slug: 'closed', title: 'Closed', kind: 'speaking', closed_at: '2026-01-02' },
    { ...published, slug: 'over', title: 'Over', kind: 'speaking', closes_on: '2026-01-02' },
    { ...published, slug: 'draft', title: 'Draft', kind: 'speaking', published_at: null },
  ])
  .execute()
await db
  .insertInto('communities')
  .values([
    { ...published, slug: 'rowers', name: 'Rowers', kind: 'interest' },
    { ...published, slug: 'boston', name: 'Boston graduates', kind: 'region' },
    { ...published, slug: 'draft', name: 'Draft', kind: 'region', published_at: null },
  ])
  .execute()
const rowers = await db.selectFrom('communities').select('id').where('slug', '=', 'rowers').executeTakeFirstOrThrow()
await db
  .insertInto('events')
  .values([
    { ...published, ...time, slug: 'gala', title: 'Gala', starts_at: '2098-01-01T18:00:00Z' },
    { ...published, ...time, slug: 'regatta', title: 'Regatta', community_id: rowers.id, venue: 'Boathouse' },
    { ...published, ...time, slug: 'supper', title: 'Supper', address: '1 Main St, Boston' },
    { ...published, ...time, slug: 'cancelled', title: 'Cancelled', cancelled_at: '2026-01-02' },
    { ...published, slug: 'past', title: 'Past', starts_at: '2026-01-01', ends_at: '2026-01-02', time_zone: 'UTC' },
  ])
  .execute()
const idOf = async (table: 'events' | 'opportunities', slug: string) =>
  (await db.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id

async function hubOf(values: SignupValues) {
  const signup = await createSignup(db, values)
  const browser = await asChampion(signup)
  const hub = async (query = '') => propsOf(await browser.visit(`/profile${query}`), hubPage)
  return { signup, hub }
}
const hrefs = (cards: { href: string }[]) => cards.map(({ href }) => href)

test('the hub suggests what matches: offers to help, nearby events, and news of their communities', async () => {
  const { signup, hub } = await hubOf({ email: 'suits@example.com', help_roles: ['speak'] as never })
  await db.insertInto('community_members').values({ community_id: rowers.id, signup_id: signup.id }).execute()
  const { next, name, is_location_missing } = await hub()
  expect([name, is_location_missing]).toEqual(['María José', false])
  expect(hrefs(next)).toEqual([
    '/opportunities/speak',
    '/events/regatta',
    '/communities/boston',
    '/opportunities/near',
    '/events/supper',
  ])
  expect(next[1]).toMatchObject({
    over: 'Event · Boathouse',
    date: { at: '2099-01-01T18:00:00.000Z', zone: 'America/New_York' },
    picture: { kind: 'campus', seed: 'regatta' },
  })
})

test('accepted events are listed and not suggested again', async () => {
  const { signup, hub } = await hubOf({ email: 'yes@example.com' })
  const signup_id = signup.id
  await db
    .insertInto('event_rsvps')
    .values([
      { event_id: await idOf('events', 'gala'), signup_id, status: 'waiting', guests: 2 },
      { event_id: await idOf('events', 'supper'), signup_id, status: 'cancelled' },
      { event_id: await idOf('events', 'past'), signup_id, status: 'going' },
      { event_id: await idOf('events', 'cancelled'), signup_id, status: 'going' },
    ])
    .execute()
  await db
    .insertInto('opportunity_responses')
    .values([
      { opportunity_id: await idOf('opportunities', 'near'), signup_id, status: 'accepted' },
      { opportunity_id: await idOf('opportunities', 'host'), signup_id, status: 'withdrawn' },
    ])
    .execute()
  const { next, answers } = await hub()
  expect(answers.events).toMatchObject([
    { slug: 'gala', status: 'waiting', guests: 2, is_cancelled: false },
    { slug: 'cancelled', status: 'going', is_cancelled: true },
  ])
  expect(answers.opportunities).toMatchObject([{ slug: 'near', status: 'accepted' }])
  expect(hrefs(next).toSorted()).toEqual([
    '/communities/boston',
    '/communities/rowers',
    '/events/regatta',
    '/events/supper',
    '/opportunities/host',
    '/opportunities/speak',
  ])
})

test('the hub formats their answers for people, and asks for a missing location', async () => {
  const boston = await hubOf({ email: 'boston@example.com', street: '12 Elm St', state: 'MA', phone: '617 555 0123' })
  const detailsByKey = ({ details }: Awaited<ReturnType<typeof boston.hub>>) =>
    Object.fromEntries(details.map(({ key, value, href }) => [key, [value.join('; '), href]]))
  const readPlace = async ({ hub }: typeof boston) => detailsByKey(await hub())['Where you live']![0]
  expect(detailsByKey(await boston.hub())).toMatchObject({
    Name: ['María José García Márquez', '/profile/contact#first_name'],
    'E-mail address': ['boston@example.com', '/profile/email'],
    Phone: ['617 555 0123', '/profile/contact#phone'],
    'Where you live': ['12 Elm St; Boston, MA 02118; United States', '/profile/location#country'],
    College: ['', '/profile/interests#college_code'],
  })
  const dublin = await hubOf({
    email: 'dublin@example.com',
    country: 'IE',
    city: 'Dublin',
    postal_code: 'D02',
    zip_code: null,
  })
  expect(await readPlace(dublin)).toBe('D02 Dublin; Ireland')
  const short = await hubOf({ email: 'short@example.com' })
  expect(await readPlace(short)).toBe('Boston 02118; United States')
  const nowhere = await hubOf({ email: 'nowhere@example.com', zip_code: null, city: null, status: 'started' })
  expect(await nowhere.hub()).toMatchObject({ is_location_missing: true })
  expect(await readPlace(nowhere)).toBe('')
})

test('the hub confirms a known action once, and ignores any other value in the URL', async () => {
  const { hub } = await hubOf({ email: 'saved@example.com' })
  expect((await hub('?saved=contact')).notice).toBe('contact')
  expect((await hub('?saved=<script>')).notice).toBeNull()
})

test('a Google account can be linked and unlinked if Google is configured', async () => {
  const { hub } = await hubOf({ email: 'google@example.com' })
  expect((await hub()).google).toBeNull()
  const linked = await createSignup(withGoogle.db, {
    email: 'a@example.com',
    google_uid: '1',
    google_linked_at: '2026-01-02T03:04:05Z',
  })
  const other = await createSignup(withGoogle.db, { email: 'b@example.com' })
  const googleOf = async (signup: typeof linked) =>
    propsOf(await (await withGoogle.asChampion(signup)).visit('/profile'), hubPage).google
  expect([await googleOf(linked), await googleOf(other)]).toEqual([
    { linked_at: '2026-01-02T03:04:05.000Z' },
    { linked_at: null },
  ])
})
