import type {
  LetterPreview,
  LetterReach,
  ListLetterPage,
  ListLettersPage,
  PeopleList,
} from '@alumni/shared/publications/list-letters'
import type { SignupPage } from '@alumni/shared/champions/staff-page'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { letterOf } from '../../../testing/list-letters.ts'
import { composers } from '../../composers.ts'
import { createLinkToken } from '../../foundations/http/tokens.ts'
import { saveLinks, readOptOutLink } from './opt-out.ts'
import { sendDueLetters, sendLimits } from './advance.ts'
import { buildLettersStory } from '../testing/letters-story.ts'

const story = await buildLettersStory()
const {
  createAlumni,
  config,
  db,
  createDinner,
  createDraft,
  mailer,
  mailServer,
  people,
  listReachedAddresses,
  readRecord,
  sendToPeople,
  stan,
  runJobs,
} = story

const event = await createDinner('Oslo')
const opportunity = await db
  .insertInto('opportunities')
  .values({
    slug: 'mentor',
    title: 'Mentor a student',
    summary: 'Help.',
    kind: 'mentoring',
    published_at: '2020-01-01',
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const readReach = async (list: PeopleList) =>
  (await stan.post('/letters/reach', { ...letterOf(), list })).json<LetterReach>()

test('a list of answers has the people with that answer, once each', async () => {
  const statuses = { ana: 'going', ben: 'attended', cleo: 'absent', dev: 'cancelled' } as const
  for (const [name, status] of Object.entries(statuses)) {
    const { id } = await createSignup(db, { email: `${name}@example.net` })
    await db.insertInto('event_rsvps').values({ event_id: event, signup_id: id, status }).execute()
  }
  const { id } = await createSignup(db, { email: 'eve@example.net' })
  await db
    .insertInto('opportunity_responses')
    .values({ opportunity_id: opportunity.id, signup_id: id, status: 'responded' })
    .execute()
  const eventAnswers = { from: 'answers', to: 'event', id: event } as const
  const counts = []
  for (const status of [null, 'going', 'expected', 'cancelled', 'waiting'])
    counts.push((await readReach({ ...eventAnswers, status })).chosen)
  expect(counts).toEqual([4, 1, 3, 1, 0])
  expect(await readReach({ from: 'answers', to: 'opportunity', id: opportunity.id, status: null })).toMatchObject({
    chosen: 1,
  })
})

test('a recorded list has its people until it is undone', async () => {
  const { buids } = await createAlumni(3)
  const { rows } = await sql<{ id: number }>`
    with batch as (
      insert into engagement_batches (batch_id, payload_digest, received, inserted, failed, answer, staff_user_id)
      values ('list', 'x', 4, 4, 0, '{}', ${people.staff.id}) returning id),
    made as (
      insert into engagements (buid, activity_code, engagement_date, engagement_batch_id)
      select buid, 'event', '2026-01-01', batch.id from batch, unnest(${[...buids, buids[0]!]}::text[]) buid returning id)
    select id from batch where (select count(*) from made) = 4`.execute(db)
  const { id } = rows[0]!
  await sql`update engagement_batches b set (first_engagement_id, last_engagement_id) =
    (select min(id), max(id) from engagements where engagement_batch_id = b.id)`.execute(db)
  expect(await readReach({ from: 'recorded', id })).toEqual({ chosen: 3, written_to: 3, left_out: {} })
  await sql`update engagement_batches set undone_at = now(), undone_by_id = ${people.staff.id}`.execute(db)
  expect(await readReach({ from: 'recorded', id })).toEqual({
    error: 'The recorded list was undone or deleted. Choose the people again.',
  })
})

test.each([false, true])('a letter to one champion is on their page (linked: %s)', async (isLinked) => {
  const [buid] = (await createAlumni(1)).buids
  const email = `one.${isLinked}@example.net`
  const { id } = await createSignup(db, { email, ...(isLinked && { buid: buid!, status: 'linked' }) })
  const list = { from: 'signup', id } as const
  expect(await readReach(list)).toEqual({ chosen: 1, written_to: 1, left_out: {} })
  const letter = await sendToPeople([], 1, { title: 'Thank you', list })
  const page = async () => (await stan.get(`/champion_signups/${id}`)).json<SignupPage>()
  const expected = { id: letter.id, subject: 'Thank you', body: null, by: 'Stan Okafor' }
  expect((await page()).letters).toMatchObject([{ ...expected, state: 'waiting' }])
  await runJobs(letter)
  expect(listReachedAddresses()).toEqual([email])
  expect(await page()).toMatchObject({
    letters: [{ ...expected, state: 'sent' }],
    sent_letters: [{ about: 'Letter to a list', state: 'sent' }],
  })
})

test('a champion with a deleted signup, or an unknown one, gets no letter', async () => {
  const { id } = await createSignup(db, { email: 'gone@example.net', deleted_at: new Date() })
  expect(await readReach({ from: 'signup', id })).toEqual({ chosen: 1, written_to: 0, left_out: { gone: 1 } })
  expect(await readReach({ from: 'signup', id: 999_999 })).toEqual({ chosen: 0, written_to: 0, left_out: {} })
})

test('the page of all letters has their totals, and none for drafts', async () => {
  const { buids } = await createAlumni(4, (list, number) =>
    number < 2 ? `same@list${list}.org` : `p${number}@list${list}.org`,
  )
  const letter = await sendToPeople(buids, 3, { title: 'Three of four' })
  mailServer.actionFor = (address) => (address.startsWith('p2') ? 'reject' : undefined)
  await runJobs(letter)
  await createDraft({ title: 'Not yet', list: { from: 'people', buids } })
  const { letters } = (await stan.get('/letters?q=of four')).json<ListLettersPage>()
  const sums = { written_to: 3, sent: 2 }
  expect(letters).toMatchObject([{ title: 'Three of four', state: 'sent', ...sums, by: stan.user!.name, about: null }])
  const drafts = (await stan.get('/letters?state=draft')).json<ListLettersPage>()
  expect(drafts.letters).toMatchObject([{ title: 'Not yet', written_to: 0, sent: 0 }])
  const refused = (await stan.get(`/letters/${letter.id}/recipients?state=refused`)).json()
  expect(refused).toMatchObject({ matching: 1, recipients: [{ buid: buids[2], state: 'refused' }] })
})

test('a run sends no more letters than its share of a minute', async () => {
  const { buids } = await createAlumni(30)
  const letter = await sendToPeople(buids)
  await sendDueLetters({ config: { ...config, LIST_LETTERS_PER_MINUTE: 60 }, db, mailer }, composers)
  expect(mailServer.messages).toHaveLength(10)
  expect((await readRecord(letter)).recipients).toEqual({ sent: 10, waiting: 20 })
  await runJobs(letter)
  expect(new Set(listReachedAddresses()).size).toBe(30)
})

test('the configured number of letters is sent a minute, even one', async () => {
  for (let rate = 1; rate <= 300; rate++) {
    const { letters, seconds } = sendLimits({ LIST_LETTERS_PER_MINUTE: rate })
    expect((letters * 60) / seconds).toBeCloseTo(rate)
    expect(seconds).toBeLessThanOrEqual(60)
  }
  const { buids } = await createAlumni(2)
  const letter = await sendToPeople(buids)
  await sendDueLetters({ config: { ...config, LIST_LETTERS_PER_MINUTE: 1 }, db, mailer }, composers)
  expect((await readRecord(letter)).recipients).toEqual({ sent: 1, waiting: 1 })
  await runJobs(letter)
})

test.each([
  ['opportunity_id', opportunity.id, 'See how you can help', '/opportunities/mentor'],
  ['event_id', event, 'See the event and answer', '/events/oslo'],
  ['news_item_id', null, 'Read more', '/news/river'],
] as const)(
  'a letter about something has one button for it (%s), and replies can go to the office',
  async (field, id, label, path) => {
    const news = { slug: 'river', title: 'The river', summary: 'Open.', body: '', published_at: '2020-01-01' }
    const newsItem = id ?? (await db.insertInto('news_items').values(news).returning('id').executeTakeFirstOrThrow()).id
    const { buids } = await createAlumni(1)
    const letter = await createDraft({ [field]: newsItem, replies_to: 'office', list: { from: 'people', buids } })
    const preview = (await stan.post(`/letters/${letter.id}/preview`, { position: 1 })).json<{ button: object }>()
    expect(preview.button).toEqual({ label, url: `${config.CHAMPIONS_URL}${path}` })
    const gone = await stan.post('/letters', letterOf({ [field]: 999_999, list: letter.list }))
    expect(gone.json<{ fields: object }>().fields).toEqual({
      [field]: 'This page is no longer there. Choose another one.',
    })
    expect((await stan.get(`/letters/${letter.id}`)).json<ListLetterPage>().about).toMatchObject({
      url: `${config.CHAMPIONS_URL}${path}`,
    })
    await story.pressSend(letter, 1)
    await story.skipMinutes()
    await runJobs(letter)
    expect(mailServer.messages[0]).not.toMatch(/^Reply-To:/im)
  },
)

test.each([
  ['at a venue', { venue: 'Parish Hall', city: 'Dublin', country: 'IE' }, 'Parish Hall, Dublin, Ireland'],
  ['in a city', { city: 'Boston', region: 'MA' }, 'Boston, MA'],
  ['without a place', {}, 'We will let you know.'],
  ['online', { is_online: true, venue: 'Zoom', address: 'https://video.example/1' }, 'Online, Zoom'],
])('a letter about an event %s says where it is', async (_, place, text) => {
  const none = { venue: null, address: null, city: null, region: null, country: null, is_online: false }
  await db
    .updateTable('events')
    .set({ ...none, ...place })
    .where('id', '=', event)
    .execute()
  const { buids } = await createAlumni(1)
  const letter = await createDraft({ event_id: event, list: { from: 'people', buids } })
  const preview = (await stan.post(`/letters/${letter.id}/preview`, { position: 1 })).json<LetterPreview>()
  expect(preview.facts).toContainEqual({ label: 'Where', value: text })
  expect(preview.text).toContain(`Where: ${text}\n`)
})

test('a letter of v0.14.0 has a hash of the recipient, which works while its secret is one of the two', async () => {
  const { buids } = await createAlumni(1)
  const letter = await sendToPeople(buids)
  const { id } = await db
    .updateTable('list_letter_recipients')
    .set({ opt_out_token: null })
    .where('letter_id', '=', letter.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const link = { recipient: String(id), token: createLinkToken(config, 'letters to lists', String(id)) }
  const next = { ...config, SESSION_SECRET: 'another secret that is long enough for it' }
  expect(await readOptOutLink(db, next, link)).toBeUndefined()
  const both = { ...next, SESSION_SECRET_PREVIOUS: config.SESSION_SECRET }
  const found = { topic: 'events', person: { buid: buids[0], signup: null } }
  expect(await readOptOutLink(db, both, link)).toEqual(found)

  // An unsent letter gets its own token.
  const links = await saveLinks(db, config, id, 'a@example.org')
  expect(await saveLinks(db, config, id, 'b@example.org')).toEqual(links)
  const url = links.unsubscribe
  expect(await readOptOutLink(db, next, { token: url.split('/').at(-1)! })).toEqual(found)
  expect(await readOptOutLink(db, both, link)).toBeUndefined()
})
