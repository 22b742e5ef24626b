import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isNotNull } from '../../foundations/database/rows.ts'
import { rounds } from '../../../testing/soak.ts'
import { buildLettersStory } from '../testing/letters-story.ts'

const story = await buildLettersStory()
const {
  createAlumni,
  db,
  createDraft,
  skipMinutes,
  moveLetter,
  mailServer,
  people,
  pressSend,
  listReachedAddresses,
  readRecord,
  sendLetters,
  sendToPeople,
  stan,
} = story
const { runJob, runJobs } = story

const isInRange = (from: number, to: number) => (address: string) => {
  const number = Number(/^p(\d+)@/.exec(address)?.[1])
  return number >= from && number < to
}

test('a mail quota used up after three fifths stops the letter, and refused people wait and get it later', async () => {
  const count = rounds(150, 500)
  const { buids, addresses } = await createAlumni(count)
  const letter = await sendToPeople(buids)
  mailServer.actionFor = () => (mailServer.messages.length >= 0.6 * count ? 'reject text' : undefined)
  await runJobs(letter)
  const countBefore = mailServer.messages.length
  const stopped = await readRecord(letter)
  expect(stopped).toMatchObject({
    state: 'failed',
    stop_reason: expect.stringMatching(
      /^Mail servers have refused the last \d+ letters, and not because of the address\./,
    ),
  })
  expect(stopped.recipients).toEqual({ sent: countBefore, waiting: count - countBefore })
  expect((await sendLetters()).map(({ to, subject }) => [to, subject])).toEqual([
    [people.staff.email, 'Stopped: Dinner in Dublin'],
  ])
  // No address is stored as refused.
  const ada = await story.as('admin')
  expect((await ada.get('/settings/reports/bounced_letters')).json()).toMatchObject({ matching: 0 })

  // The quota of the next day is used up too.
  mailServer.actionFor = () => (mailServer.messages.length >= 0.8 * count ? 'reject text' : undefined)
  await moveLetter(letter, 'resume')
  await runJobs(letter)
  expect((await readRecord(letter)).recipients).toEqual({
    sent: mailServer.messages.length,
    waiting: count - mailServer.messages.length,
  })
  mailServer.actionFor = () => undefined
  await moveLetter(letter, 'resume')
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { sent: count } })
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
})

test('someone who was refused shortly before the last delivery ended waits like the others', async () => {
  const { buids } = await createAlumni(20)
  const letter = await sendToPeople(buids)
  const isRefused = isInRange(10, 20)
  mailServer.actionFor = (address) => (isRefused(address) ? 'reject text' : undefined)
  const refused = { kind: 'list-letter', given_up_at: isNotNull } as const
  mailServer.onMessage = async (raw) => {
    if (raw.includes('To: p9@')) while (!(await db.find('letters', ['id'], refused))) await pause(20)
  }
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'failed', recipients: { sent: 10, waiting: 10 } })
})

test('a letter waits for its three people if all of them are refused', async () => {
  const { buids } = await createAlumni(3)
  const letter = await sendToPeople(buids)
  mailServer.action = 'reject text'
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'failed', recipients: { waiting: 3 } })
})

test('a few refusals between delivered letters, or many about addresses, do not stop a letter', async () => {
  const { buids } = await createAlumni(60)
  const letter = await sendToPeople(buids)
  const [isBad, isUnknown] = [isInRange(20, 23), isInRange(50, 60)]
  mailServer.actionFor = (address) => (isBad(address) ? 'reject text' : isUnknown(address) ? 'reject' : undefined)
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { sent: 47, refused: 13 } })
})

test('eleven refusals among 99 do not stop a letter whose last recipient still waits', async () => {
  const { buids } = await createAlumni(100)
  const letter = await sendToPeople(buids)
  const isUnknown = isInRange(66, 77)
  mailServer.actionFor = (address) => (isUnknown(address) ? 'reject' : undefined)
  // A job sends 33 letters.
  await runJobs(letter, { LIST_LETTERS_PER_MINUTE: 198 })
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { sent: 89, refused: 11 } })
})

test('a mail server that leaves several letters in a row unanswered stops the letter, and no one gets it twice', async () => {
  const { buids, addresses } = await createAlumni(60)
  const letter = await sendToPeople(buids)
  const isUnanswered = isInRange(30, 60)
  mailServer.actionFor = (address) => (isUnanswered(address) ? 'drop' : undefined)
  await runJobs(letter)
  const stopped = await readRecord(letter)
  expect(stopped).toMatchObject({
    state: 'failed',
    stop_reason: expect.stringMatching(/^The mail server has not answered/),
  })
  const { in_doubt } = stopped.recipients
  expect(in_doubt).toBeGreaterThanOrEqual(5)
  // Two letters are sent at a time, and a delivery that ends after four failures restarts their count.
  expect(in_doubt).toBeLessThanOrEqual(10)
  expect(stopped.recipients).toEqual({ sent: 30, in_doubt, waiting: 30 - in_doubt! })
  mailServer.actionFor = () => undefined
  await moveLetter(letter, 'resume')
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({ state: 'sent', recipients: { sent: 60 - in_doubt!, in_doubt } })
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
})

test('recipients of a mail server that was unavailable for a day wait again', async () => {
  const { buids, addresses } = await createAlumni(8)
  const letter = await sendToPeople(buids)
  mailServer.action = 'cut'
  await runJob()
  await sql`update letters set attempts = 14, created_at = now() - interval '1 day' where kind = 'list-letter' and sent_at is null`.execute(
    db,
  )
  await runJob()
  expect(await readRecord(letter)).toMatchObject({ state: 'failed', recipients: { waiting: 8 } })
  mailServer.action = 'take'
  await moveLetter(letter, 'resume')
  await runJobs(letter)
  expect(listReachedAddresses().toSorted()).toEqual(addresses.toSorted())
})

test('a letter that cannot be rendered says so before it is sent, and ends with a reason', async () => {
  await sendLetters()
  const { buids } = await createAlumni(3)
  const letter = await createDraft({ list: { from: 'people', buids } })
  // Earlier versions accepted this text.
  await db
    .updateTable('list_letters')
    .set({ body: '<ul><li>'.repeat(1200) })
    .where('id', '=', letter.id)
    .execute()
  for (const step of ['preview', 'tests']) {
    const reply = await stan.post(`/letters/${letter.id}/${step}`, { position: 1 })
    expect([reply.statusCode, reply.json().error]).toEqual([
      422,
      expect.stringMatching(/^This letter could not be written as an e-mail\./),
    ])
  }
  expect(await pressSend(letter, 3)).toMatchObject({ statusCode: 200 })
  await skipMinutes()
  await expect(runJob()).rejects.toThrow('Maximum call stack')
  await story.skipHours()
  await runJobs(letter)
  expect(await readRecord(letter)).toMatchObject({
    state: 'failed',
    stop_reason: expect.stringMatching(/^This letter could not be written/),
    recipients: { waiting: 3 },
  })
  expect((await sendLetters()).map(({ to }) => to)).toEqual([people.staff.email])
})
