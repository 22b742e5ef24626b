import { randomUUID } from 'node:crypto'
import { dataPage, lettersPage } from '@alumni/shared/champions/profile'
import { problemPage } from '@alumni/shared/portal'
import { optOutPage, type LetterReach, type ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { Browser } from '../../../testing/browser.ts'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf, viewOf } from '../../../testing/portal-view.ts'
import { buildTestApp, externalHost } from '../../../testing/test-app.ts'
import { runOn } from '../../../testing/test-database.ts'
import { readOptOuts } from '../../alumni/index.ts'
import { changeOptOuts } from '../../champions/index.ts'
import { eraseDeletedSignups } from '../../champions/profile/erase-signups.ts'
import { runDuring } from '../../../testing/run-during.ts'
import type { Db } from '../../foundations/database/db.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { advanceLetters } from './advance.ts'
import { letterOf, markTested } from '../../../testing/list-letters.ts'

const story = await buildTestApp({ env: { INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000' } })
const { app, as, asChampion, database, db, config, sendLetters, visitor } = story
const { add } = recordsOf(story)
const stan = await as('staff')
const dinner = await db
  .insertInto('events')
  .values({
    slug: 'dinner',
    title: 'Dinner in Dublin',
    summary: 'Dinner',
    starts_at: '2099-01-01T18:00:00Z',
    ends_at: '2099-01-01T20:00:00Z',
    time_zone: 'America/New_York',
    published_at: '2026-01-01',
  })
  .returning('id')
  .executeTakeFirstOrThrow()

let people = 0
let buid = ''
beforeEach(async () => {
  buid = `B${String(1000 + ++people).padStart(8, '0')}`
  await add('alumni', {
    buid,
    first_name: 'Peggy',
    last_name: 'Jones',
    primary_email: `peggy${people}@example.org`,
    work_email: `jones${people}@hospital.example`,
  })
})
const champion = () =>
  createSignup(db, { email: `champion${people}@example.net`, first_name: 'Peggy', status: 'linked', buid })

const subject = { replies_to: 'office', event_id: dinner.id, skips_answered: false }
const letter = (changes: object = {}) => letterOf({ ...subject, list: { from: 'people', buids: [buid] }, ...changes })
const reasons = async (changes: object = {}) =>
  (await stan.post('/letters/reach', letter(changes))).json<LetterReach>().left_out

async function receiveLetter(changes: object = {}): Promise<Message> {
  const draft = (await stan.post('/letters', letter(changes))).json<ListLetterRecord>()
  await markTested(db)
  const sent = await stan.post(`/letters/${draft.id}/send`, { version: draft.version, written_to: 1 })
  expect([sent.statusCode, sent.body]).toEqual([200, expect.anything()])
  await db
    .updateTable('list_letters')
    .set({ published_at: sql<string>`now() - interval '1 minute'` })
    .where('id', '=', draft.id)
    .execute()
  await advanceLetters({ db, config })
  const [message] = await sendLetters()
  return message!
}
const linkOf = (message: Message) => new URL(message.unsubscribe!).pathname
const buttonOf = ({ text }: Message) => {
  const url = new URL(/https?:\S+dinner\S*/.exec(text)![0])
  return url.pathname + url.search
}
const listQueued = () =>
  db
    .selectFrom('crm_data_changes')
    .select(['field', 'before', 'after', 'status', 'made_by'])
    .where('buid', '=', buid)
    .orderBy('id')
    .execute()
const audited = () =>
  db
    .selectFrom('audit_entries')
    .select('detail')
    .where('action', '=', 'letters.opt-out-changed')
    .where('subject', '=', `alumni/${buid}`)
    .orderBy('id')
    .execute()

test('a mail program’s server stops letters of a topic with the token alone, repeatedly', async () => {
  const link = linkOf(await receiveLetter())
  const press = (host = externalHost) =>
    app.inject({
      method: 'POST',
      url: link,
      // Some mail programs send the request from their own page, with the browser’s cookies.
      headers: {
        host,
        cookie: 'a=b',
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await press(new URL(config.PUBLIC_URL).host)).statusCode).not.toBe(200)
  expect(await reasons()).toEqual({})
  expect([(await press()).statusCode, (await press()).statusCode]).toEqual([200, 200])
  expect(await reasons()).toEqual({ opted_out: 1 })
  expect(await reasons({ topic: 'news' })).toEqual({})
  expect((await audited()).map(({ detail }) => detail)).toEqual([{ before: [], after: ['events'], withdrawn: [] }])
  expect(await listQueued()).toEqual([])
})

test('scanners that open the link change nothing, and a wrong token is a 404', async () => {
  const link = linkOf(await receiveLetter())
  for (const method of ['GET', 'HEAD'] as const)
    expect(
      (await app.inject({ method, url: link, headers: { host: externalHost, purpose: 'prefetch' } })).statusCode,
    ).toBe(200)
  expect(await reasons()).toEqual({})
  for (const url of [`/opt-outs/${randomUUID()}`, link.slice(0, -1), '/opt-outs/x', '/letters/x/y', '/letters/1/y'])
    for (const reply of [await visitor.visit(url), await visitor.submit(url, { topic: 'all' })]) {
      expect([reply.statusCode, viewOf(reply).page]).toEqual([404, 'problem'])
      expect(propsOf(reply, problemPage).message).toContain(`write to ${config.institution.support_email}`)
    }
  expect(await reasons()).toEqual({})
})

test('Peggy stops all letters on the page, which sends one change to the CRM, and taking it back withdraws it', async () => {
  const link = linkOf(await receiveLetter())
  const expected = { action: link, topic: 'events', stopped: [], resumed: null }
  expect(propsOf(await visitor.visit(link), optOutPage)).toEqual(expected)
  await visitor.submit(link, { topic: 'all', letters: 'off' })
  const again = await visitor.submit(link, { topic: 'all', letters: 'off' })
  expect(propsOf(again, optOutPage).stopped).toEqual(['all'])
  const change = { field: 'do_not_email', before: 'false', after: 'true', made_by: 'Peggy Jones (e-mail opt-out)' }
  expect(await listQueued()).toEqual([{ ...change, status: 'pending' }])
  expect(await reasons({ topic: 'volunteering' })).toEqual({ opted_out: 1 })
  expect((await stan.get(`/alumni/${buid}`)).json()).toMatchObject({ opted_out: ['all'] })

  const resumed = await visitor.submit(link, { topic: 'all', letters: 'on' })
  expect(propsOf(resumed, optOutPage)).toEqual({ ...expected, resumed: 'all' })
  expect(await listQueued()).toEqual([])
  expect(await reasons()).toEqual({})

  await visitor.submit(link, { topic: 'all', letters: 'off' })
  await db.updateTable('crm_data_changes').set({ status: 'exported' }).where('buid', '=', buid).execute()
  for (const letters of ['on', 'on']) await visitor.submit(link, { topic: 'all', letters })
  expect(await listQueued()).toEqual([
    { ...change, status: 'exported' },
    { ...change, before: 'true', after: 'false', status: 'pending' },
  ])
})

test('resuming e-mails about events leaves those about news stopped', async () => {
  const link = linkOf(await receiveLetter())
  await changeOptOuts(db, { buid, signup: null }, { off: ['events', 'news'] }, 'e-mail opt-out')
  const page = propsOf(await visitor.submit(link, { topic: 'this', letters: 'on' }), optOutPage)
  expect([page.stopped, page.resumed]).toEqual([['news'], 'this'])
  expect(await reasons({ topic: 'news' })).toEqual({ opted_out: 1 })
})

test('a request that waits for an equal one changes nothing more', async () => {
  const stop = (db: Db) => changeOptOuts(db, { buid, signup: null }, { off: ['all'] }, 'e-mail opt-out')
  await runDuring(db, stop, [() => stop(db), () => stop(db)])
  expect([(await listQueued()).length, (await audited()).length]).toEqual([1, 1])
})

test('two simultaneous requests make one change', async () => {
  const link = linkOf(await receiveLetter())
  await Promise.all([1, 2, 3].map(() => visitor.submit(link, { topic: 'all', letters: 'off' })))
  expect(await listQueued()).toHaveLength(1)
  expect(await audited()).toHaveLength(1)
})

test('the link of a champion with a deleted signup still stops letters to all of her addresses', async () => {
  const peggy = await createSignup(db, { email: `alone${people}@example.net` })
  const list = { from: 'champions', query: `q=${peggy.email}` }
  const link = linkOf(await receiveLetter({ list }))
  const { id } = peggy
  await db
    .updateTable('champion_signups')
    .set({ deleted_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  const pressed = await visitor.submit(link, { topic: 'all', letters: 'off' })
  expect(propsOf(pressed, optOutPage).stopped).toEqual(['all'])
  const again = await createSignup(db, { email: peggy.email })
  expect(await readOptOuts(db, { buid: null, signup: again.id })).toEqual(['all'])
})

test('an opt-out survives the merge of its signup', async () => {
  const [first, second, third] = [
    await champion(),
    ...(await Promise.all([1, 2].map((n) => createSignup(db, { email: `${n}.${people}@example.com` })))),
  ]
  await changeOptOuts(db, { buid: null, signup: first!.id }, { off: ['events'] }, 'e-mail opt-out')
  for (const [source, target] of [
    [first, second],
    [second, third],
  ] as const)
    await db
      .updateTable('champion_signups')
      .set({ merged_into_id: target!.id, buid: null })
      .where('id', '=', source!.id)
      .execute()
  expect(await readOptOuts(db, { buid: null, signup: third!.id })).toEqual(['events'])
  expect(await reasons({ list: { from: 'champions', query: `q=${third!.email}` } })).toEqual({ opted_out: 1 })
})

test('a photo in the text is at most as wide as the letter', async () => {
  const photo = `${'0af1'.repeat(8)}-1600x1067`
  const { html } = await receiveLetter({ body: `![The hall](/photos/${photo})` })
  const [picture] = /<img[^>]+>/.exec(html!)!
  expect(picture).toContain(`src="${config.CHAMPIONS_URL}/photos/${photo}-800.jpg"`)
  expect(picture).toContain('max-width: 100%')
  expect(picture).not.toMatch(/ (width|height|srcset|sizes)=/)
})

test('an opt-out applies to the person: to other addresses, the signup, and later addresses', async () => {
  const link = linkOf(await receiveLetter())
  await visitor.submit(link, { topic: 'this', letters: 'off' })
  const peggy = await champion()
  expect(await reasons({ list: { from: 'champions', query: `q=${peggy.email}` } })).toEqual({ opted_out: 1 })
  await db
    .updateTable('alumni')
    .set({ primary_email: 'new@example.org', work_email: null })
    .where('buid', '=', buid)
    .execute()
  await db.updateTable('champion_signups').set({ email: 'newer@example.org' }).where('id', '=', peggy.id).execute()
  expect(await reasons()).toEqual({ opted_out: 1 })
})

test('staff see the topics that Peggy chooses in her profile, and sign-in codes are still sent', async () => {
  const peggy = await champion()
  const browser = await asChampion(peggy)
  const readValues = async () => propsOf(await browser.visit('/profile/letters'), lettersPage).form.values
  expect(await readValues()).toEqual({ topics: ['events', 'volunteering', 'news'], reminders: ['on'] })
  const saved = await browser.submit('/profile/letters', { topics: 'volunteering' })
  expect([saved.statusCode, saved.headers.location]).toEqual([303, '/profile?saved=letters'])
  expect(await readValues()).toEqual({ topics: ['volunteering'], reminders: [] })
  expect((await stan.get(`/champion_signups/${peggy.id}`)).json()).toMatchObject({ opted_out: ['events', 'news'] })
  expect(await listQueued()).toEqual([])

  await browser.submit('/profile/letters', { reminders: 'on' })
  expect(await readValues()).toEqual({ topics: [], reminders: ['on'] })
  expect(await listQueued()).toMatchObject([{ after: 'true', made_by: 'Peggy Jones (champion)' }])
  const known = (await browser.visit('/profile/data.json')).json<{ opt_outs: { topic: string }[] }>()
  expect(known.opt_outs.map(({ topic }) => topic).toSorted()).toEqual(['all', 'events', 'news'])
  await new Browser(visitor).submit('/profile-link', { email: peggy.email })
  expect(await sendLetters()).toMatchObject([{ to: peggy.email }])

  await browser.submit('/profile/letters', { topics: 'events' })
  expect(await readValues()).toEqual({ topics: ['events'], reminders: [] })
  expect(await listQueued()).toEqual([])
  expect((await browser.submit('/profile/letters', { topics: 'all' })).statusCode).toBe(422)

  // Opting out of each topic is stored as an opt-out of all.
  await changeOptOuts(db, { buid, signup: peggy.id }, { off: ['events', 'volunteering', 'news'] }, 'e-mail opt-out')
  expect(await listQueued()).toEqual([])
  await browser.submit('/profile/letters', {})
  expect(await listQueued()).toMatchObject([{ after: 'true' }])
  // The opt-out is stored for her alumni record.
  expect((await audited()).at(-1)!.detail).toMatchObject({ after: ['events', 'volunteering', 'news', 'all'] })

  // The newest pending change counts.
  await db.updateTable('crm_data_changes').set({ status: 'exported' }).where('buid', '=', buid).execute()
  await browser.submit('/profile/letters', { topics: 'news' })
  expect(await listQueued()).toMatchObject([{ after: 'true' }, { after: 'false' }])
  expect(await readValues()).toEqual({ topics: ['news'], reminders: [] })
})

test('the topics and the reminders of a profile are saved together or not at all', async () => {
  const peggy = await champion()
  const browser = await asChampion(peggy)
  await runOn(database.owner, 'alter table champion_signups add constraint reminded check (wants_reminders) not valid')
  try {
    expect((await browser.submit('/profile/letters', { topics: 'news' })).statusCode).toBe(500)
  } finally {
    await runOn(database.owner, 'alter table champion_signups drop constraint reminded')
  }
  expect(propsOf(await browser.visit('/profile/letters'), lettersPage).form.values).toEqual({
    topics: ['events', 'volunteering', 'news'],
    reminders: ['on'],
  })
})

test('Peggy, who wants no e-mail according to the CRM, can change it in her profile but not with an old link', async () => {
  const peggy = await champion()
  const link = linkOf(await receiveLetter())
  await db.updateTable('alumni').set({ do_not_email: true }).where('buid', '=', buid).execute()
  await visitor.submit(link, { topic: 'all', letters: 'on' })
  expect(await listQueued()).toEqual([])
  const browser = await asChampion(peggy)
  const topics = async () => propsOf(await browser.visit('/profile/letters'), lettersPage).form.values.topics
  expect(await topics()).toEqual([])
  await browser.submit('/profile/letters', { topics: 'events' })
  expect(await topics()).toEqual(['events'])
  expect(await listQueued()).toMatchObject([{ before: 'true', after: 'false', made_by: 'Peggy Jones (champion)' }])
  expect(await reasons()).toEqual({ do_not_email: 1 })
})

test('the button links to the page to answer, for champions and others, and the letter is in the download', async () => {
  const answers = /^\/events\/dinner\?as=[\da-f-]{36}$/
  expect(buttonOf(await receiveLetter())).toMatch(answers)
  const peggy = await champion()
  const button = buttonOf(await receiveLetter())
  expect(button).toMatch(answers)
  expect(button).not.toContain(peggy.public_id)

  await advanceLetters({ db, config })
  const browser = await asChampion(peggy)
  const { sections } = propsOf(await browser.visit('/profile/data'), dataPage)
  const letters = sections.find(({ title }) => title.startsWith('Invitations and news'))!
  expect(letters.records[0]).toEqual([
    { key: 'Letter', value: 'Come to dinner' },
    { key: 'Outcome', value: 'Sent' },
    { key: 'When', value: expect.any(String) },
  ])
})

test('the button of a letter of v0.16.0 still leads to the page to answer', async () => {
  for (const as of ['9', randomUUID(), `${randomUUID()}9`, '1.bm8gc3VjaCB0b2tlbiBhbnltb3Jl']) {
    const reply = await visitor.visit(`/sign-in?as=${as}&return_to=%2Fevents%2Fdinner`)
    expect([reply.statusCode, reply.headers.location]).toEqual([302, '/events/dinner'])
  }
  const elsewhere = await visitor.visit('/sign-in?as=x&return_to=https://evil.example/')
  expect(elsewhere.headers.location).toMatch(/^\//)
})

test('after her erasure none of her addresses is readable or gets a letter', async () => {
  const peggy = await champion()
  await visitor.submit(linkOf(await receiveLetter()), { topic: 'all', letters: 'off' })
  await db
    .updateTable('champion_signups')
    .set({ deleted_at: sql<string>`now() - interval '31 days'` })
    .where('id', '=', peggy.id)
    .execute()
  await eraseDeletedSignups(db)
  const rows = await db.selectFrom('letter_opt_outs').selectAll().execute()
  expect(rows.every(({ address_key }) => /^[0-9a-f]{64}$/.test(address_key))).toBe(true)
  const next = await createSignup(db, { email: peggy.email })
  expect(await readOptOuts(db, { buid: null, signup: next.id })).toEqual(['all'])
  expect(await reasons()).toEqual({ opted_out: 1 })
})
