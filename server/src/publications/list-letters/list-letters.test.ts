import type { LetterReach, ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { advanceLetters } from './advance.ts'
import { letterOf, markTested } from '../../../testing/list-letters.ts'

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

const letter = letterOf({ title: 'Dinner in Dublin', list: { from: 'search', query: 'q=alvarez' } })
const write = async (changes: object = {}) => {
  const reply = await stan.post('/letters', { ...letter, ...changes })
  expect(reply).toMatchObject({ statusCode: 201 })
  return reply.json<ListLetterRecord>()
}
const reachOf = async (letter: object) => (await stan.post('/letters/reach', letter)).json<LetterReach>()
const send = async (draft: ListLetterRecord, written_to: number) => {
  await markTested(db)
  return stan.post(`/letters/${draft.id}/send`, { version: draft.version, written_to })
}
const skipMinutes = () =>
  db
    .updateTable('list_letters')
    .set({ published_at: sql<string>`published_at - interval '6 minutes'` })
    .where('status', '=', 'leaving')
    .execute()
const sendDue = async () => {
  await advanceLetters({ db, config })
  return sendLetters()
}

test('Stan writes to the people of a search: everyone who may be written to gets one letter, and everyone else has a reason', async () => {
  const draft = await write()
  const reach = await reachOf(letter)
  expect(reach).toEqual({
    chosen: 7,
    written_to: 2,
    left_out: { do_not_email: 1, deceased: 1, no_email: 1, bounced: 1, same_address: 1 },
  })
  expect((await send(draft, 3)).json().error).toBe(
    'The list has changed: 2 people would get this letter, not 3. Check again who gets it.',
  )
  expect((await send(draft, 2)).json()).toMatchObject({ state: 'leaving', sender: stan.user!.name })
  expect(await sendDue()).toEqual([])
  await skipMinutes()
  const sent = await sendDue()
  expect(sent.map(({ to, subject, text }) => ({ to, subject, greeting: text.split('\n\n')[1] }))).toEqual([
    { to: 'JOSE@example.org', subject: 'Dinner in Dublin', greeting: 'Dear Ann,' },
    { to: 'bo@example.org', subject: 'Dinner in Dublin', greeting: 'Dear Bobo,' },
  ])
  expect(sent[0]!.html).toContain('<strong>dinner</strong>')
  expect(sent[0]!.text).toContain('1 College Street, Bayside, MA 02000')
  expect(sent[0]!.replyTo).toEqual({ name: stan.user!.name, address: stan.user!.email })
  expect(await sendDue()).toEqual([])
  expect(await sendDue()).toEqual([])
  expect((await stan.get(`/letters/${draft.id}`)).json()).toMatchObject({
    state: 'sent',
    recipients: { sent: 2, left_out: 5 },
    left_out: reach.left_out,
  })
})

test('a person who opts out with a letter’s link gets no further ones, and a GET changes nothing', async () => {
  const draft = await write({ title: 'News of spring', topic: 'news' })
  await send(draft, 2)
  await skipMinutes()
  const [first] = await sendDue()
  const link = new URL(first!.unsubscribe!).pathname
  expect((await visitor.get(link)).statusCode).toBe(200)
  expect((await reachOf({ ...letter, topic: 'news' })).written_to).toBe(2)
  // The servers of mail programs send no cookie and no origin.
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

test('a person who dies between Send and their turn is left out with that reason', async () => {
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
  await skipMinutes()
  expect(await sendDue()).toEqual([])
  await sendDue()
  expect((await stan.get(`/letters/${draft.id}`)).json()).toMatchObject({ state: 'sent', left_out: { deceased: 1 } })
})

const refusalOf = async (changes: object, press: object = {}, caller = stan) => {
  const draft = await write(changes)
  const reply = await caller.post(`/letters/${draft.id}/send`, { version: draft.version, written_to: 2, ...press })
  expect(reply.statusCode).toBeGreaterThanOrEqual(400)
  expect((await stan.get(`/letters/${draft.id}`)).json()).toMatchObject({ state: 'draft', recipients: {} })
  return reply.json<{ error: string; fields?: Record<string, string> }>()
}

test('a letter that cannot be sent says why, and stays a draft', async () => {
  expect((await refusalOf({ list: { from: 'people', buids: [] } })).error).toBe('There is no one on this list.')
  const leftOut = { from: 'people', buids: ['B00000003', 'B00000004'] }
  expect((await refusalOf({ list: leftOut })).error).toBe('None of the 2 people can be written to.')
  for (const [list, error] of [
    [{ from: 'recorded', id: 999 }, 'The recorded list was undone or deleted. Choose the people again.'],
    [{ from: 'answers', to: 'event', id: 999, status: null }, 'The event was deleted. Choose the people again.'],
  ] as const)
    expect((await refusalOf({ list })).error).toBe(error)
  const event = await db
    .insertInto('events')
    .values({
      slug: 'homecoming',
      title: 'Homecoming',
      summary: 'Come.',
      starts_at: '2099-01-01T18:00Z',
      ends_at: '2099-01-01T20:00Z',
      time_zone: 'America/New_York',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await refusalOf({ event_id: event.id })).error).toContain('The event is not on the site')
  for (const link of ['/events/homecoming', `${config.CHAMPIONS_URL}/events/homecoming?from=letter`, '/news/none'])
    expect((await refusalOf({ body: `See [this](${link}).` })).error).toMatch(
      /^The link to \/(events\/homecoming|news\/none) leads to a page that is not on the site\./,
    )
  const table = `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}\n${'|b\n'.repeat(500)}`
  expect((await stan.post('/letters', { ...letter, body: table })).json().fields).toEqual({
    body: 'The tables are too large. Keep them to 10,000 cells in all.',
  })
  expect((await refusalOf({ body: `|a|\n|-|\n${'&\n'.repeat(9900)}` })).error).toBe(
    'This letter is longer than 200 KB. Shorten it.',
  )
  const past = { at: '2020-01-01T08:00' }
  expect((await refusalOf({}, past)).fields).toEqual({ at: expect.stringContaining('This time has passed.') })
  await sql`update events set published_at = now() where id = ${event.id}`.execute(db)
  const draft = await write({ title: 'Homecoming\r\nBcc: all@example.org', body: 'See [this](/events/homecoming).' })
  expect(draft.title).toBe('Homecoming Bcc: all@example.org')
  expect((await refusalOf({})).error).toBe('Send yourself a test of this letter first.')
  const sending = await send(draft, 2)
  expect(sending.json()).toMatchObject({ state: 'leaving' })
  await skipMinutes()
  const [message] = await sendDue()
  expect(message!.html).toContain(`<a style="color: inherit" href="${config.CHAMPIONS_URL}/events/homecoming">this</a>`)
  expect(message!.text).toContain(`See this (${config.CHAMPIONS_URL}/events/homecoming).`)
})

test('staff may write to a limited number, and an administrator to more after a proof and typing the number', async () => {
  await db
    .insertInto('alumni')
    .values(
      Array.from({ length: 210 }, (_, number) => ({
        buid: `B0001${String(number).padStart(4, '0')}`,
        first_name: 'Kim',
        last_name: 'Many',
        primary_email: `kim${number}@example.org`,
      })),
    )
    .execute()
  const buids = Array.from({ length: 210 }, (_, number) => `B0001${String(number).padStart(4, '0')}`)
  const list = { from: 'people', buids }
  expect((await refusalOf({ list }, { written_to: 210 })).error).toBe(
    'You can send letters to up to 200 people. Ask an administrator to send this one.',
  )
  const ada = await as('admin')
  const message = { typed_count: 'Type 210 to send this letter to that many people.' }
  expect((await refusalOf({ list }, { written_to: 210 }, ada)).fields).toEqual(message)
  expect((await refusalOf({ list }, { written_to: 210, typed_count: 21 }, ada)).fields).toEqual(message)
  await sql`update staff_sessions set proven_at = now() - interval '1 day'`.execute(db)
  const unproven = await refusalOf({ list }, { written_to: 210, typed_count: 210 }, ada)
  expect(unproven).toMatchObject({ error: 'Confirm that it is you to continue.', prove: true })
  await sql`update staff_sessions set proven_at = now()`.execute(db)
  const draft = await write({ list })
  await markTested(db)
  const reply = await ada.post(`/letters/${draft.id}/send`, {
    version: draft.version,
    written_to: 210,
    typed_count: 210,
  })
  expect(reply.json()).toMatchObject({ state: 'leaving', recipients: { waiting: 210 } })
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'detail'])
    .where('subject', '=', `list_letters/${draft.id}`)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['letter.created', 'letter.send', 'letter.recipients'])
  expect(entries.at(-1)!.detail).toEqual({ chosen: 210, written_to: 210, left_out: {}, list: 'people', about: null })
  expect((await stan.post(`/letters/${draft.id}/moves`, { move: 'take_back' })).json()).toMatchObject({
    state: 'draft',
    recipients: {},
  })
})

test('the audit log has neither the text of a letter nor its people', async () => {
  const draft = await write({ list: { from: 'people', buids: ['B00000006'] } })
  const saved = { ...letter, version: draft.version, list: { from: 'people', buids: ['B00000007'] }, body: 'Secret.' }
  expect(
    (
      await stan.request({
        method: 'PATCH',
        url: `/letters/${draft.id}`,
        payload: { ...saved, slug: draft.slug, summary: 'Soon' },
      })
    ).json(),
  ).toMatchObject({
    version: 2,
  })
  const { detail } = await db
    .selectFrom('audit_entries')
    .select('detail')
    .where('action', '=', 'letter.changed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(detail).toEqual({ before: { summary: '', list: 'people' }, after: { summary: 'Soon', list: 'people' } })
})
