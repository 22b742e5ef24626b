import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSignup } from '../../../testing/champions.ts'
import { FaultyLink } from '../../../testing/faulty-link.ts'
import { markTested } from '../../../testing/list-letters.ts'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { rounds } from '../../../testing/soak.ts'
import { optOutKey } from '../../alumni/index.ts'
import { openDb } from '../../schema.ts'
import { buildLettersStory } from '../testing/letters-story.ts'

const {
  createAlumni,
  as,
  database,
  db,
  createDraft,
  skipHours,
  skipMinutes,
  moveLetter,
  mailServer,
  people,
  pressSend,
  ...story
} = await buildLettersStory()
const { createDinner, listReachedAddresses, readRecord, sendLetters, sendToPeople, stan, runJob, runJobs } = story

test('temporarily refused recipients are retried later, and everyone else is not delayed', async () => {
  const { buids, addresses } = await createAlumni(60)
  mailServer.actionFor = (address) => (/^p\d@/.test(address) ? 'refuse' : undefined)
  const letter = await sendToPeople(buids)
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.slice(10).toSorted())
  expect(await readRecord(letter)).toMatchObject({ state: 'sending', recipients: { handed: 10, sent: 50 } })
  mailServer.actionFor = () => undefined
  await skipHours()
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { sent: 60 } })
})

test('while a mail server accepts no letters few are handed over, and none is lost', async () => {
  const { buids, addresses } = await createAlumni(120)
  mailServer.action = 'refuse'
  const letter = await sendToPeople(buids)
  await runJobs(letter, { LIST_LETTERS_PER_MINUTE: 60 })
  // One minute of letters plus those of the last job
  const { handed, waiting } = (await readRecord(letter)).recipients
  expect(handed).toBeLessThanOrEqual(70)
  expect(handed! + waiting!).toBe(120)
  mailServer.action = 'take'
  await skipHours()
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
})

test('more than ten permanent refusals among the first 200 stop a letter and notify its writer, until it is resumed', async () => {
  const { buids, addresses } = await createAlumni(120)
  mailServer.actionFor = (address) => (/^p(\d|1\d)@/.test(address) ? 'reject' : undefined)
  const letter = await sendToPeople(buids)
  await runJobs(letter)
  const stopped = await readRecord(letter)
  expect(stopped).toMatchObject({
    state: 'failed',
    stop_reason: expect.stringMatching(/^Mail servers have refused \d+ of the first \d+ letters for good\./),
  })
  expect(stopped.recipients.waiting).toBeGreaterThan(60)
  expect((await sendLetters()).map(({ to, subject }) => [to, subject])).toEqual([
    [people.staff.email, 'Stopped: Dinner in Dublin'],
  ])
  await runJobs(letter)
  expect((await readRecord(letter)).state).toBe('failed')
  expect((await moveLetter(letter, 'resume')).json()).toMatchObject({ state: 'sending' })
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.slice(20).toSorted())
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { sent: 100, refused: 20 } })
  // The next letter leaves out permanently refused addresses.
  const next = await stan.post('/letters/reach', { ...letter, list: { from: 'people', buids } })
  expect(next.json()).toEqual({ chosen: 120, written_to: 100, left_out: { bounced: 20 } })
})

test('ten permanent refusals among the first 200 do not stop a letter, and later ones never do', async () => {
  const { list, buids } = await createAlumni(216)
  mailServer.actionFor = (address) => (/^p(\d|2[01]\d)@/.test(address) ? 'reject' : undefined)
  const letter = await sendToPeople(buids)
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { sent: 190, refused: 26 } })

  const ada = await as('admin')
  const buid = buids[3]!
  expect((await ada.get(`/settings/letters?state=given_up&q=${buid}`)).json()).toMatchObject({
    matching: 1,
    can_send_again: 0,
    letters: [{ person: null, alumnus: { buid, name: `Ann3 Of${list}` } }],
  })
  const bounced = (q: string) => ada.get(`/settings/reports/bounced_letters?q=${q}`)
  expect((await bounced(`Of${list}`)).json()).toMatchObject({ matching: 26 })
  expect((await bounced(buid)).json()).toMatchObject({
    people: [{ kind: 'nobody', id: null, buid, name: `Ann3 Of${list}`, email: `p3@list${list}.org` }],
  })
})

test('a recipient is uncertain and not retried if the connection ended after the message, and retried if before', async () => {
  const { buids, addresses } = await createAlumni(6)
  mailServer.actionFor = (address) => (address.startsWith('p0') ? 'drop' : address.startsWith('p1') ? 'cut' : undefined)
  const letter = await sendToPeople(buids)
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'sending', recipients: { in_doubt: 1, handed: 1, sent: 4 } })
  mailServer.actionFor = () => undefined
  await skipHours()
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { in_doubt: 1, sent: 5 } })
  // An administrator who retries a given-up letter does not send it twice.
  await (await as('admin')).post('/settings/letters/send_again', {})
  await sendLetters()
  await runJobs(letter)
  expect(mailServer.messages).toHaveLength(6)
})

test('Stop takes effect at once, and Resume continues exactly there', async () => {
  const { buids, addresses } = await createAlumni(40)
  const letter = await sendToPeople(buids)
  let pressed: Promise<unknown> | undefined
  mailServer.onMessage = async () => {
    if (mailServer.messages.length >= 15) await (pressed ??= Promise.resolve(moveLetter(letter, 'stop')))
  }
  await runJobs(letter)
  expect(mailServer.messages.length).toBeLessThanOrEqual(17)
  const { recipients, state } = await readRecord(letter)
  expect([state, recipients.waiting! + recipients.sent!]).toEqual(['stopped', 40])
  await runJobs(letter)
  expect(mailServer.messages).toHaveLength(recipients.sent!)
  await moveLetter(letter, 'resume')
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { sent: 40 } })
})

test('if its event is canceled, the remaining people get no letter, the letter says so, and it cannot be resumed', async () => {
  const id = await createDinner('Dublin')
  const { buids } = await createAlumni(120)
  const letter = await sendToPeople(buids, 120, { event_id: id })
  mailServer.onMessage = async () => {
    if (mailServer.messages.length === 5)
      await db
        .updateTable('events')
        .set({ cancelled_at: sql<string>`now()` })
        .where('id', '=', id)
        .execute()
  }
  await runJobs(letter)
  const { state, stop_reason, recipients } = await readRecord(letter)
  expect([state, stop_reason]).toEqual(['failed', 'The event was canceled, so no more letters about it are sent.'])
  expect(recipients).toEqual({ sent: mailServer.messages.length, waiting: 120 - mailServer.messages.length })
  expect(recipients.waiting).toBeGreaterThan(50)
  expect((await moveLetter(letter, 'resume')).json().error).toContain('The event was canceled')
})

test('an address that became another person’s gets one letter, and so do two merged signups', async () => {
  // Two letters are sent at a time, so the last one is composed after the first one was sent.
  const { buids } = await createAlumni(12)
  const [ana, ann] = [
    await createSignup(db, { email: 'ana@merged.org', first_name: 'Ana', last_name: 'Merger' }),
    await createSignup(db, { email: 'ann@merged.org', first_name: 'Ann', last_name: 'Merger' }),
  ]
  const letter = await sendToPeople(buids)
  const champions = await createDraft({ list: { from: 'champions', query: 'q=merger' } })
  expect(await pressSend(champions, 2)).toMatchObject({ statusCode: 200 })
  await skipMinutes()
  const [first] = buids
  const isChanged = Promise.withResolvers<void>()
  mailServer.onMessage = async (raw) => {
    if (!raw.includes('To: p0@')) return isChanged.promise
    await db
      .updateTable('alumni')
      .set({ primary_email: sql<string>`(select primary_email from alumni where buid = ${first!})` })
      .where('buid', '=', buids[11]!)
      .execute()
    isChanged.resolve()
  }
  await db.updateTable('champion_signups').set({ merged_into_id: ann.id }).where('id', '=', ana.id).execute()
  await db
    .insertInto('signup_merges')
    .values({
      survivor_id: ann.id,
      source_ids: sql<string>`array[${ana.id}::bigint]`,
      key: 'name',
      merged_by_id: people.admin.id,
    })
    .execute()
  await runJobs(letter)
  await runJobs(champions)
  expect(new Set(listReachedAddresses()).size).toBe(mailServer.messages.length)
  expect(await readRecord(letter)).toMatchObject({
    recipients: { sent: 11, left_out: 1 },
    left_out: { same_address: 1 },
  })
  expect(await readRecord(champions)).toMatchObject({ recipients: { sent: 1, left_out: 1 } })
  expect(listReachedAddresses()).toContain('ann@merged.org')
})

test('one of two people who send the same draft at once sends it', async () => {
  const { buids } = await createAlumni(4)
  const letter = await createDraft({ list: { from: 'people', buids } })
  const ada = await as('admin')
  await markTested(db)
  const replies = await Promise.all([
    pressSend(letter, 4),
    ada.post(`/letters/${letter.id}/send`, { version: letter.version, written_to: 4 }),
  ])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json().error).toMatch(
    /^This letter is now about to leave: .* changed it last\. Reload the page\.$/,
  )
  await skipMinutes()
  await Promise.all([runJob(), runJob()])
  expect(mailServer.messages).toHaveLength(4)
})

test.each([11, 22, 33, 44].slice(0, rounds(1, 4)))(
  'whenever workers crash everyone gets one letter, and only those in progress may be uncertain (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const { buids, addresses } = await createAlumni(60)
    const letter = await sendToPeople(buids)
    const link = await FaultyLink.open(Number(new URL(database.app).port))
    const worker = await openDb(link.redirect(database.app), { max: 6, statementTimeoutMs: 20_000 })
    let [kills, nextKill, wants] = [0, 1 + random(12), 0]
    mailServer.actionFor = (address) => (random(25) === 0 ? 'refuse' : address.startsWith('p7@') ? 'reject' : undefined)
    mailServer.onMessage = async () => {
      if (mailServer.messages.length % 15 === 0) {
        wants += 1
        const email = addresses[30 + random(30)]!
        await db
          .insertInto('letter_opt_outs')
          .values({ address_key: optOutKey(sql`${email}`), topic: 'all' })
          .onConflict((known) => known.doNothing())
          .execute()
      }
      if (--nextKill > 0) return
      // Fails after the mail server accepted the letter and before it is marked as sent.
      kills += 1
      nextKill = 1 + random(12)
      link.startFault({ kind: 'reset' })
    }
    for (let turns = 0; turns < 60 && (await readRecord(letter)).state !== 'sent'; turns++) {
      link.end()
      await runJob(worker).catch(() => undefined)
      await skipHours()
    }
    link.end()
    await worker.destroy()
    await link.close()

    const { recipients, state } = await readRecord(letter)
    const { sent: arrived = 0, refused = 0, in_doubt = 0, left_out = 0 } = recipients
    expect(state).toBe('sent')
    expect([kills > 2, wants > 0]).toEqual([true, true])
    expect(arrived + refused + in_doubt + left_out).toBe(60)
    expect(new Set(listReachedAddresses()).size).toBe(mailServer.messages.length)
    expect(in_doubt).toBeLessThanOrEqual(2 * kills)
    expect(mailServer.messages.length).toBeGreaterThanOrEqual(arrived)
    expect(mailServer.messages.length).toBeLessThanOrEqual(arrived + in_doubt)
  },
)
