import type { LetterReach } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { markTested } from '../../../testing/list-letters.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { changeOptOuts } from '../../champions/index.ts'
import { composers } from '../../composers.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildLettersStory } from '../testing/letters-story.ts'
import { advanceLetters } from './advance.ts'

const story = await buildLettersStory()
const {
  createAlumni,
  app,
  config,
  db,
  createDraft,
  skipHours,
  skipMinutes,
  moveLetter,
  mailServer,
  people,
  pressSend,
  listReachedAddresses,
  readRecord,
} = story
const { sendLetters, sendToPeople, stan, runJob, runJobs } = story
const { add } = recordsOf(story)

const merge = async (source: number, survivor: number) => {
  await db.updateTable('champion_signups').set({ merged_into_id: survivor }).where('id', '=', source).execute()
  await db
    .insertInto('signup_merges')
    .values({
      survivor_id: survivor,
      source_ids: sql<string>`array[${source}::bigint]`,
      key: 'name',
      merged_by_id: people.admin.id,
    })
    .execute()
}

test('pressing Send while someone saves the letter does not send the unread text', async () => {
  const { buids } = await createAlumni(2)
  const letter = await createDraft({ list: { from: 'people', buids } })
  await markTested(db)
  const send = () => stan.post(`/letters/${letter.id}/send`, { version: letter.version, written_to: 2 })
  let reply: Awaited<ReturnType<typeof send>> | undefined
  await runDuring(
    db,
    (db) =>
      db
        .updateTable('list_letters')
        .set({ body: 'Another text.', version: sql<number>`version + 1` })
        .where('id', '=', letter.id)
        .execute(),
    [async () => void (reply = await send())],
  )
  expect(reply).toMatchObject({ statusCode: 409 })
  expect(await readRecord(letter)).toMatchObject({ state: 'draft', recipients: {} })
})

test('an e-mail left in the outbox by a crashed worker is not sent beside its successor', async () => {
  const { buids, addresses } = await createAlumni(3)
  const letter = await sendToPeople(buids)
  mailServer.action = 'refuse'
  await runJob()
  await moveLetter(letter, 'stop')
  // Simulates a worker that crashed after it requeued these people and before it marked its e-mails as unneeded.
  await db.updateTable('list_letter_recipients').set({ state: 'waiting' }).where('letter_id', '=', letter.id).execute()
  await moveLetter(letter, 'resume')
  mailServer.action = 'take'
  await skipHours()
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
})

test('a person who was left out meanwhile stays so, whatever the composer had read before', async () => {
  const { buids } = await createAlumni(1)
  const letter = await sendToPeople(buids)
  await advanceLetters({ db, config }, 1)
  const { id, outbox_id } = await db
    .selectFrom('list_letter_recipients')
    .select(['id', 'outbox_id'])
    .where('letter_id', '=', letter.id)
    .executeTakeFirstOrThrow()
  await db.updateTable('list_letters').set({ status: 'stopped' }).where('id', '=', letter.id).execute()
  await runDuring(
    db,
    (db) => db.updateTable('list_letter_recipients').set({ state: 'sent' }).where('id', '=', id).execute(),
    [() => composers['list-letter'](db, config, { recipient: id }, outbox_id!)],
  )
  expect((await readRecord(letter)).recipients).toEqual({ sent: 1 })
})

test('two recipients who were merged get one letter, even if their address changes in between', async () => {
  const signups = []
  for (let number = 0; number < 12; number++)
    signups.push(await createSignup(db, { email: `twin${number}@twins.org`, last_name: 'Twin' }))
  const [first, last] = [signups[0]!.id, signups[11]!.id]
  const letter = await createDraft({ list: { from: 'champions', query: 'q=twin' } })
  expect(await pressSend(letter, 12)).toMatchObject({ statusCode: 200 })
  await skipMinutes()
  await merge(last, first)
  const isChanged = Promise.withResolvers<void>()
  mailServer.onMessage = async (raw) => {
    if (!raw.includes('To: twin0@')) return isChanged.promise
    await db.updateTable('champion_signups').set({ email: 'new@twins.org' }).where('id', '=', first).execute()
    isChanged.resolve()
  }
  await runJobs(letter)
  expect(listReachedAddresses()).toHaveLength(11)
  expect(await readRecord(letter)).toMatchObject({ recipients: { sent: 11, left_out: 1 }, left_out: { gone: 1 } })
})

test('few letters are handed over while a mail server refuses most of them temporarily', async () => {
  const { buids } = await createAlumni(150)
  const letter = await sendToPeople(buids)
  mailServer.actionFor = (address) => (/[05]@/.test(address) ? undefined : 'refuse')
  for (let turns = 0; turns < 16; turns++) {
    await runJob(db, { LIST_LETTERS_PER_MINUTE: 60 })
    // The next attempt is in half an hour.
    await db
      .updateTable('letters')
      .set({ attempts: 6 })
      .where('kind', '=', 'list-letter')
      .where('attempts', '>', 0)
      .where('sent_at', 'is', null)
      .execute()
  }
  const { handed, waiting, sent: arrived } = (await readRecord(letter)).recipients
  // One minute of letters plus those of the last job
  expect(handed).toBeLessThanOrEqual(75)
  expect(waiting! + handed! + arrived!).toBe(150)
  mailServer.actionFor = () => undefined
  await skipHours()
  await runJobs(letter)
  expect((await readRecord(letter)).recipients).toEqual({ sent: 150 })
})

test('a champion who deletes their signup before their turn gets no letter, and is counted as gone', async () => {
  const [stays, goes] = [
    await createSignup(db, { email: 'stays@leaving.org', last_name: 'Leaving' }),
    await createSignup(db, { email: 'goes@leaving.org', last_name: 'Leaving' }),
  ]
  const letter = await createDraft({ list: { from: 'champions', query: 'q=leaving' } })
  expect(await pressSend(letter, 2)).toMatchObject({ statusCode: 200 })
  await skipMinutes()
  await db
    .updateTable('champion_signups')
    .set({ deleted_at: sql<string>`now()` })
    .where('id', '=', goes.id)
    .execute()
  await runJobs(letter)
  expect(listReachedAddresses()).toEqual([stays.email])
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', left_out: { gone: 1 }, recipients: { sent: 1 } })
})

test('the button of a letter links to the page to answer, or to the news item', async () => {
  await createSignup(db, { email: 'reads@news.org', last_name: 'Reading' })
  const item = await db
    .insertInto('news_items')
    .values({ slug: 'lake', title: 'The lake', summary: 'Open.', body: '', published_at: '2020-01-01' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const list = { from: 'champions', query: 'q=reading' }
  for (const subject of [{ news_item_id: item.id }, { event_id: await story.createDinner('Lisbon') }]) {
    expect(await pressSend(await createDraft({ list, ...subject }), 1)).toMatchObject({ statusCode: 200 })
    await skipMinutes()
    await runJob()
  }
  const [news, event] = mailServer.messages.map((raw) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))
  expect(news).toContain(`Read more:\r\n${config.CHAMPIONS_URL}/news/lake`)
  expect(event).toContain(`See the event and answer:\r\n${config.CHAMPIONS_URL}/events/lisbon?as=`)
})

test('while a letter is being sent its addresses are stored as digests, and afterward not at all', async () => {
  const { buids } = await createAlumni(3)
  const letter = await sendToPeople(buids)
  const digests = () =>
    db
      .selectFrom('list_letter_recipients')
      .select('address_key')
      .where('letter_id', '=', letter.id)
      .where('address_key', 'is not', null)
      .execute()
  mailServer.actionFor = (address) => (address.startsWith('p2') ? 'refuse' : undefined)
  await runJobs(letter)
  expect(await digests()).toHaveLength(3)
  mailServer.actionFor = () => undefined
  await skipHours()
  await runJobs(letter)
  expect((await readRecord(letter)).state).toBe('sent')
  expect(await digests()).toEqual([])
})

test('a champion who opted out gets no letter after their address has changed', async () => {
  const { id } = await createSignup(db, { email: 'moves@house.org', last_name: 'Moving' })
  await changeOptOuts(db, { buid: null, signup: id }, { off: ['news'] }, 'e-mail opt-out')
  await db.updateTable('champion_signups').set({ email: 'moved@house.org' }).where('id', '=', id).execute()
  const subject = { topic: 'news', event_id: null, opportunity_id: null, skips_answered: true }
  const reach = await stan.post('/letters/reach', { ...subject, list: { from: 'champions', query: 'q=moving' } })
  expect(reach.json<LetterReach>()).toEqual({ chosen: 1, written_to: 0, left_out: { opted_out: 1 } })
})

test('an opt-out by the link of a letter to a merged signup applies to the alumnus', async () => {
  await add('alumni', { buid: 'B09999999', first_name: 'Lin', last_name: 'Merged', primary_email: 'lin@on.file' })
  const old = await createSignup(db, { email: 'lin@first.example', last_name: 'Linked' })
  const letter = await createDraft({ list: { from: 'champions', query: 'q=linked' } })
  expect(await pressSend(letter, 1)).toMatchObject({ statusCode: 200 })
  await skipMinutes()
  await runJobs(letter)
  const [, link] = /^List-Unsubscribe: <([^>]+)>/m.exec(mailServer.messages[0]!.replaceAll(/\r\n\s+/g, ' '))!
  const survivor = await createSignup(db, { email: 'lin@second.example', status: 'linked', buid: 'B09999999' })
  await merge(old.id, survivor.id)
  const { host, pathname } = new URL(link!)
  const reply = await app.inject({
    method: 'POST',
    url: pathname,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'topic=all',
  })
  expect(reply.statusCode).toBe(200)
  const changes = await db
    .selectFrom('crm_data_changes')
    .select(['buid', 'field', 'after'])
    .where('buid', '=', 'B09999999')
    .execute()
  expect(changes).toEqual([{ buid: 'B09999999', field: 'do_not_email', after: 'true' }])
  await sendLetters()
})
