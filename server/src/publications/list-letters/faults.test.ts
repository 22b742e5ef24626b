import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { FaultyLink } from '../../../testing/faulty-link.ts'
import { changeOptOuts } from '../../champions/index.ts'
import { composers } from '../../composers.ts'
import { openDb } from '../../schema.ts'
import { buildLettersStory } from '../testing/letters-story.ts'
import { sendDueLetters } from './advance.ts'

const story = await buildLettersStory()
const {
  createAlumni,
  config,
  database,
  db,
  skipHours,
  mailer,
  moveLetter,
  mailServer,
  people,
  listReachedAddresses,
  readRecord,
  sendLetters,
} = story
const { createDinner, sendToPeople, stan, runJob, runJobs } = story

const countInOutbox = async () => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from letters
    where kind = 'list-letter' and sent_at is null and given_up_at is null`.execute(db)
  return rows[0]!.count
}
const countBounced = async (buids: string[]) =>
  (
    await stan.post('/letters/reach', {
      topic: 'news',
      event_id: null,
      opportunity_id: null,
      skips_answered: true,
      list: { from: 'people', buids },
    })
  ).json().left_out.bounced ?? 0

test('a mail server that refuses the text after accepting the addresses marks no address as refused', async () => {
  const { buids } = await createAlumni(30)
  mailServer.action = 'reject text'
  const letter = await sendToPeople(buids)
  await runJobs(letter)
  const stopped = await readRecord(letter)
  expect(stopped).toMatchObject({ state: 'failed', stop_reason: expect.stringMatching(/^Mail servers have refused/) })
  expect(stopped.recipients.sent).toBeUndefined()
  expect(await countBounced(buids)).toBe(0)
})

test('a mail server that refuses our sender stops the letter, and marks no address as refused', async () => {
  const { buids } = await createAlumni(20)
  mailServer.action = 'reject sender'
  const letter = await sendToPeople(buids)
  await runJobs(letter)
  expect((await readRecord(letter)).state).toBe('failed')
  expect(await countBounced(buids)).toBe(0)
})

test('temporarily refused recipients get no letter about an event that was canceled meanwhile', async () => {
  const id = await createDinner('Oslo')
  const { buids } = await createAlumni(8)
  mailServer.actionFor = (address) => (/^p[012]@/.test(address) ? 'refuse' : undefined)
  const letter = await sendToPeople(buids, 8, { event_id: id })
  await sendLetters()
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'sending', recipients: { handed: 3, sent: 5 } })
  await sql`update events set cancelled_at = now() where id = ${id}`.execute(db)
  mailServer.actionFor = () => undefined
  await skipHours()
  await runJobs(letter)
  expect(mailServer.messages).toHaveLength(5)
  expect(await readRecord(letter)).toMatchObject({
    state: 'failed',
    stop_reason: 'The event was canceled, so no more letters about it are sent.',
    recipients: { waiting: 3, sent: 5 },
  })
  expect(await countInOutbox()).toBe(0)
  expect((await sendLetters()).map(({ to }) => to)).toEqual([people.staff.email])
})

test('a stopped letter leaves nothing in the outbox, and goes to everyone who waits once resumed', async () => {
  const { buids, addresses } = await createAlumni(8)
  mailServer.actionFor = (address) => (/^p[012]@/.test(address) ? 'refuse' : undefined)
  const letter = await sendToPeople(buids)
  await runJobs(letter)
  await moveLetter(letter, 'stop')
  mailServer.actionFor = () => undefined
  await skipHours()
  await runJobs(letter)
  expect(await countInOutbox()).toBe(0)
  expect(await readRecord(letter)).toMatchObject({ state: 'stopped', recipients: { waiting: 3, sent: 5 } })
  await moveLetter(letter, 'resume')
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
  expect((await readRecord(letter)).state).toBe('sent')
})

test('a worker that crashes while it leaves someone out leaves no letter behind', async () => {
  const { buids } = await createAlumni(3)
  const letter = await sendToPeople(buids)
  await changeOptOuts(db, { buid: buids[0]!, signup: null }, { off: ['events'] }, 'champion')
  const link = await FaultyLink.open(Number(new URL(database.app).port))
  const worker = await openDb(link.redirect(database.app), { max: 6, statementTimeoutMs: 20_000 })
  let died = 0
  const dying = {
    ...composers,
    async 'list-letter'(...args: Parameters<(typeof composers)['list-letter']>) {
      const message = await composers['list-letter'](...args)
      if (message === null) {
        died += 1
        link.startFault({ kind: 'reset' })
      }
      return message
    },
  }
  await sendDueLetters({ config, db: worker, mailer }, dying).catch(() => undefined)
  link.end()
  await worker.destroy()
  await link.close()
  expect(died).toBe(1)
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', left_out: { opted_out: 1 } })
  expect(await countInOutbox()).toBe(0)
  expect(new Set(listReachedAddresses()).size).toBe(mailServer.messages.length)
})

test('Peggy opts out with her champion’s address after Send, and gets the letter at none of her addresses', async () => {
  const { buids, addresses } = await createAlumni(3)
  const { id } = await createSignup(db, { email: 'peggy@own.example', status: 'linked', buid: buids[0]! })
  const letter = await sendToPeople(buids.slice(0, 2))
  const another = await sendToPeople(buids, 3, { topic: 'news' })
  await changeOptOuts(db, { buid: null, signup: id }, { off: ['events'] }, 'e-mail opt-out')
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ recipients: { sent: 1, left_out: 1 }, left_out: { opted_out: 1 } })
  await runJobs(another)
  expect(listReachedAddresses().toSorted()).toEqual(
    [addresses[1], addresses[1], addresses[2], 'peggy@own.example'].toSorted(),
  )
})

test('an opt-out stays when its signup is merged into another after its address has changed', async () => {
  const [old, survivor] = [
    await createSignup(db, { email: 'rosa@first.example', last_name: 'Merged' }),
    await createSignup(db, { email: 'rosa@second.example', last_name: 'Merged' }),
  ]
  await changeOptOuts(db, { buid: null, signup: old.id }, { off: ['all'] }, 'e-mail opt-out')
  await db.updateTable('champion_signups').set({ email: 'rosa@third.example' }).where('id', '=', old.id).execute()
  await db.updateTable('champion_signups').set({ merged_into_id: survivor.id }).where('id', '=', old.id).execute()
  const list = { from: 'champions', query: `q=${survivor.email}` }
  const subject = { topic: 'news', event_id: null, opportunity_id: null, skips_answered: true, list }
  expect((await stan.post('/letters/reach', subject)).json().left_out).toEqual({ opted_out: 1 })
})

test.each([-1, 1])(
  'a worker with a clock %i hours ahead sends a letter at its time by the database’s clock',
  async (hours) => {
    const { buids, addresses } = await createAlumni(3)
    const letter = await story.createDraft({ list: { from: 'people', buids } })
    expect(await story.pressSend(letter, 3)).toMatchObject({ statusCode: 200 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    try {
      await runJob()
      expect(mailServer.messages).toEqual([])
      await story.skipMinutes()
      await runJob()
      await runJob()
      expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
    } finally {
      vi.useRealTimers()
    }
    expect((await readRecord(letter)).state).toBe('sent')
  },
)

test('two workers at once send everyone one letter', async () => {
  const { buids, addresses } = await createAlumni(60)
  const letter = await sendToPeople(buids)
  for (let turns = 0; turns < 20 && (await readRecord(letter)).state !== 'sent'; turns++)
    await Promise.all([runJob(), runJob()])
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
})

test('an unlinked signup is not written to if its address belongs to someone who must not be', async () => {
  const { buids, addresses } = await createAlumni(5)
  const flags = [{ do_not_contact: true }, { do_not_email: true }, { deceased: true }, {}]
  for (const [index, change] of flags.entries()) {
    await createSignup(db, { email: addresses[index]!.toUpperCase(), last_name: 'Flagged' })
    if (Object.keys(change).length > 0)
      await db.updateTable('alumni').set(change).where('buid', '=', buids[index]!).execute()
  }
  // A living person shares the address of a deceased one.
  await db.updateTable('alumni').set({ work_email: addresses[2]! }).where('buid', '=', buids[4]!).execute()
  const subject = { topic: 'news', event_id: null, opportunity_id: null, skips_answered: true }
  const reach = await stan.post('/letters/reach', { ...subject, list: { from: 'champions', query: 'q=flagged' } })
  expect(reach.json()).toEqual({ chosen: 4, written_to: 2, left_out: { do_not_contact: 1, do_not_email: 1 } })
  await db.updateTable('alumni').set({ work_email: null }).where('buid', '=', buids[4]!).execute()
  const later = await stan.post('/letters/reach', { ...subject, list: { from: 'champions', query: 'q=flagged' } })
  expect(later.json()).toMatchObject({ written_to: 1, left_out: { deceased: 1 } })
})

test.each(['at first', 'after a try'])(
  'if the first of several people with one address is left out %s, the next one gets the letter',
  async (when) => {
    const { buids, list } = await createAlumni(7, (list, number) =>
      number < 4 ? `same@list${list}.org` : `p${number}@list${list}.org`,
    )
    const letter = await sendToPeople(buids, 4)
    if (when === 'after a try') {
      mailServer.action = 'refuse'
      await runJob()
      mailServer.action = 'take'
      await skipHours()
    }
    await db.updateTable('alumni').set({ deceased: true }).where('buid', '=', buids[0]!).execute()
    await db.updateTable('alumni').set({ do_not_email: true }).where('buid', '=', buids[1]!).execute()
    await runJobs(letter)
    expect(listReachedAddresses().toSorted()).toEqual(
      [4, 5, 6].map((number) => `p${number}@list${list}.org`).concat(`same@list${list}.org`),
    )
    expect(await readRecord(letter)).toMatchObject({
      state: 'sent',
      recipients: { sent: 4, left_out: 3 },
      left_out: { deceased: 1, same_address: 2 },
    })
    expect(mailServer.messages.filter((raw) => raw.includes('Dear Ann2,'))).toHaveLength(1)
  },
)

test('a person who answered with another signup is left out, unless the letter is not about an event', async () => {
  const { buids } = await createAlumni(2)
  const [first, second] = [
    await createSignup(db, { email: 'peggy@one.example', status: 'linked', buid: buids[0]! }),
    await createSignup(db, { email: 'peggy@two.example', status: 'linked', buid: buids[0]! }),
  ]
  const { id } = await db.selectFrom('events').select('id').where('slug', '=', 'oslo').executeTakeFirstOrThrow()
  await db.insertInto('event_rsvps').values({ event_id: id, signup_id: second.id, status: 'going' }).execute()
  expect(first.id).toBeLessThan(second.id)
  const readReach = async (changes: object) => {
    const fields = {
      topic: 'events',
      event_id: id,
      opportunity_id: null,
      skips_answered: true,
      list: { from: 'people', buids },
    }
    return (await stan.post('/letters/reach', { ...fields, ...changes })).json()
  }
  expect(await readReach({})).toEqual({ chosen: 2, written_to: 1, left_out: { answered: 1 } })
  for (const changes of [{ skips_answered: false }, { event_id: null }])
    expect(await readReach(changes)).toEqual({ chosen: 2, written_to: 2, left_out: {} })
})
