import type { LetterReach, ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { advanceLetters } from './advance.ts'

const story = await buildTestApp({ env: { INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000' } })
const { as, db, config, visitor, sendLetters } = story
const { add } = recordsOf(story)
const stan = await as('staff')

const people: Record<string, string | boolean | null>[] = [
  { buid: 'B00000001', first_name: 'José', last_name: 'Álvarez', primary_email: 'jose@example.org' },
  { buid: 'B00000002', first_name: 'Ann', last_name: 'Álvarez', primary_email: 'JOSE@example.org' },
  {
    buid: 'B00000003',
    first_name: 'Mary',
    last_name: 'Álvarez',
    primary_email: 'mary@example.org',
    do_not_email: true,
  },
  { buid: 'B00000004', first_name: 'Tom', last_name: 'Álvarez', primary_email: 'tom@example.org', deceased: true },
  { buid: 'B00000005', first_name: 'Eve', last_name: 'Álvarez', primary_email: null },
  {
    buid: 'B00000006',
    first_name: 'Bo',
    last_name: 'Álvarez',
    primary_email: 'bo@example.org',
    preferred_name: 'Bobo',
  },
  { buid: 'B00000007', first_name: 'Di', last_name: 'Álvarez', primary_email: 'di@example.org' },
]
beforeAll(async () => {
  for (const person of people) await add('alumni', person)
  await db.insertInto('refused_addresses').values({ folded_email: 'di@example.org' }).execute()
})

const letter = {
  title: 'Dinner in Dublin',
  slug: '',
  summary: '',
  body: 'Join us for **dinner**.',
  photo: null,
  photo_alt: '',
  picture: 'skyline',
  topic: 'events',
  salutation: 'Dear {name},',
  fallback: 'Dear friend,',
  replies_to: 'writer',
  event_id: null,
  opportunity_id: null,
  news_item_id: null,
  skips_answered: true,
  list: { from: 'search', query: 'q=alvarez' },
}
const write = async (changes: object = {}) => {
  const reply = await stan.post('/letters', { ...letter, ...changes })
  expect(reply).toMatchObject({ statusCode: 201 })
  return reply.json<ListLetterRecord>()
}
const reachOf = async (of: object) => (await stan.post('/letters/reach', of)).json<LetterReach>()
const send = (draft: ListLetterRecord, written_to: number) =>
  stan.post(`/letters/${draft.id}/send`, { version: draft.version, written_to })
const minutesPass = () =>
  db
    .updateTable('list_letters')
    .set({ published_at: sql<string>`published_at - interval '6 minutes'` })
    .where('status', '=', 'leaving')
    .execute()
const turn = async () => {
  await advanceLetters({ db, config })
  return sendLetters()
}

test('Stan writes to the people of a search: everyone who may be written to gets it once, and every other one has a reason', async () => {
  const draft = await write()
  const reach = await reachOf(letter)
  expect(reach).toEqual({
    chosen: 7,
    written_to: 2,
    left_out: { do_not_email: 1, deceased: 1, no_email: 1, bounced: 1, same_address: 1 },
  })
  expect((await send(draft, 3)).json().error).toBe(
    'The list has changed: 2 people would get this letter, not 3. Look at who gets it again.',
  )
  expect((await send(draft, 2)).json()).toMatchObject({ state: 'leaving', sender: stan.user!.name })
  expect(await turn()).toEqual([])
  await minutesPass()
  const sent = await turn()
  expect(sent.map(({ to, subject, text }) => ({ to, subject, greeting: text.split('\n\n')[1] }))).toEqual([
    { to: 'JOSE@example.org', subject: 'Dinner in Dublin', greeting: 'Dear Ann,' },
    { to: 'bo@example.org', subject: 'Dinner in Dublin', greeting: 'Dear Bobo,' },
  ])
  expect(sent[0]!.html).toContain('<strong>dinner</strong>')
  expect(sent[0]!.text).toContain('1 College Street, Bayside, MA 02000')
  expect(sent[0]!.replyTo).toEqual({ name: stan.user!.name, address: stan.user!.email })
  expect(await turn()).toEqual([])
  expect(await turn()).toEqual([])
  expect((await stan.get(`/letters/${draft.id}`)).json()).toMatchObject({
    state: 'sent',
    recipients: { sent: 2, left_out: 5 },
    left_out: reach.left_out,
  })
})

test('who says no by the link of a letter gets no further one, and a GET changes nothing', async () => {
  const draft = await write({ title: 'News of spring', topic: 'news' })
  await send(draft, 2)
  await minutesPass()
  const [first] = await turn()
  const link = new URL(first!.unsubscribe!).pathname
  expect((await visitor.get(link)).statusCode).toBe(200)
  expect((await reachOf({ ...letter, topic: 'news' })).written_to).toBe(2)
  // As the server of a mail program sends it: no cookie, no page of ours.
  const oneClick = await story.app.inject({
    method: 'POST',
    url: link,
    headers: { host: externalHost, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(oneClick).toMatchObject({ statusCode: 200 })
  expect(await reachOf({ ...letter, topic: 'news' })).toMatchObject({ written_to: 1, left_out: { opted_out: 2 } })
  expect((await reachOf({ ...letter, topic: 'events' })).written_to).toBe(2)
})

test('who dies between Send and their turn is left out with that reason', async () => {
  const signup = await createSignup(db, { email: 'cy@example.org', first_name: 'Cy', last_name: 'Young' })
  await add('alumni', { buid: 'B00000008', first_name: 'Cy', last_name: 'Quillon', primary_email: 'old@example.org' })
  await db
    .updateTable('champion_signups')
    .set({ buid: 'B00000008', status: 'linked' })
    .where('id', '=', signup.id)
    .execute()
  const draft = await write({ list: { from: 'champions', query: 'q=cy' } })
  expect((await send(draft, 1)).statusCode).toBe(200)
  await db.updateTable('alumni').set({ deceased: true }).where('buid', '=', 'B00000008').execute()
  await minutesPass()
  expect(await turn()).toEqual([])
  await turn()
  expect((await stan.get(`/letters/${draft.id}`)).json()).toMatchObject({ state: 'sent', left_out: { deceased: 1 } })
})
