import { transact } from '../database/db.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { composers } from '../../composers.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { enqueueLetter } from './letters.ts'
import { MailFailed, type Message } from './mailer.ts'
import { deleteOldLetters, letterRetriesMs, sendLetter } from './send-letter.ts'

const { db, config, people } = await buildTestApp()

/** The mail server's replies, in order. It accepts all further messages. */
let answers: (Error | undefined)[]
let received: Message[]
const mailer = {
  async send(message: Message) {
    const answer = answers.shift()
    if (answer) throw answer
    received.push(message)
  },
}
const busy = new MailFailed({ code: 'EENVELOPE', responseCode: 451 })
const unknownThere = new MailFailed({ code: 'EENVELOPE', responseCode: 550 })

beforeEach(async () => {
  answers = []
  received = []
  await db.entities.execute('delete from letters')
})

async function newLetter(user: number | null = people.staff.id): Promise<{ letter: number }> {
  await enqueueLetter(db, 'password-reset', { user })
  const [row] = await db.entities.execute<{ id: string }[]>('select id from letters order by id desc limit 1')
  return { letter: Number(row!.id) }
}
const send = (ref: { letter: number }) => sendLetter({ config, db, mailer }, composers, ref)
const letters = () =>
  db.entities.execute<object[]>(
    'select attempts, failure, sent_at is not null as is_sent, given_up_at is not null as is_given_up, unneeded from letters order by id',
  )

test('a letter is sent once, however often its job runs', async () => {
  const ref = await newLetter()
  for (let run = 0; run < 3; run++) await send(ref)
  expect(received).toMatchObject([{ to: 'staff@example.edu', text: expect.stringContaining('/password-resets/') }])
  expect(await letters()).toEqual([{ attempts: 1, failure: null, is_sent: true, is_given_up: false, unneeded: false }])
})

test('a link in a letter works as soon as the letter is sent', async () => {
  const countLinks = () =>
    db.selectFrom('password_resets').select(db.fn.countAll<string>().as('count')).executeTakeFirst()
  const before = Number((await countLinks())!.count)
  let then: number | undefined
  const looks = { send: async () => void (then = Number((await countLinks())!.count)) }
  await sendLetter({ config, db, mailer: looks }, composers, await newLetter())
  expect(then).toBe(before + 1)
})

test('several workers with one letter send it once', async () => {
  const ref = await newLetter()
  const results = await Promise.allSettled([send(ref), send(ref), send(ref)])
  expect(received).toHaveLength(1)
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  await send(ref)
  expect(received).toHaveLength(1)
})

test('while the mail server processes a letter another worker does not wait for it', async () => {
  const ref = await newLetter()
  const handedOver = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const slow = { send: () => (handedOver.resolve(), answer.promise) }
  const first = sendLetter({ config, db, mailer: slow }, composers, ref)
  await handedOver.promise
  await expect(send(ref)).rejects.toThrow('could not obtain lock')
  answer.resolve()
  await first
  expect(await letters()).toMatchObject([{ attempts: 1, is_sent: true }])
})

test('a temporary refusal is retried and recorded without the address', async () => {
  const ref = await newLetter()
  answers = [busy, busy]
  await expect(send(ref)).rejects.toBe(busy)
  await expect(send(ref)).rejects.toBe(busy)
  expect(await letters()).toEqual([
    {
      attempts: 2,
      failure: 'The mail server did not accept the message (EENVELOPE 451).',
      is_sent: false,
      is_given_up: false,
      unneeded: false,
    },
  ])
  await send(ref)
  expect(received).toHaveLength(1)
  expect(await letters()).toEqual([{ attempts: 3, failure: null, is_sent: true, is_given_up: false, unneeded: false }])
})

test('a permanent refusal gives the letter up at once', async () => {
  const ref = await newLetter()
  answers = [unknownThere]
  await expect(send(ref)).rejects.toBe(unknownThere)
  await send(ref)
  expect(received).toEqual([])
  expect(await letters()).toMatchObject([{ attempts: 1, is_sent: false, is_given_up: true }])
})

test('a letter is given up after the last attempt', async () => {
  const ref = await newLetter()
  answers = Array.from({ length: letterRetriesMs.length + 1 }, () => busy)
  for (let tries = answers.length; tries > 0; tries--) await expect(send(ref)).rejects.toBe(busy)
  await send(ref)
  expect(received).toEqual([])
  expect(await letters()).toMatchObject([{ attempts: letterRetriesMs.length + 1, is_given_up: true }])
})

test('an error of PostgreSQL while a letter is written is reported, and the letter waits', async () => {
  const ref = await newLetter()
  const failing = { ...composers, 'password-reset': (tx: typeof db) => sql`select 1 / 0`.execute(tx) as never }
  await expect(sendLetter({ config, db, mailer }, failing, ref)).rejects.toThrow('division by zero')
  await send(ref)
  expect(received).toHaveLength(1)
})

test('a letter without a recipient is done', async () => {
  await send(await newLetter(null))
  await send(await newLetter(999_999))
  expect(received).toEqual([])
  expect(await letters()).toMatchObject([
    { is_sent: true, unneeded: true },
    { is_sent: true, unneeded: true },
  ])
})

test('a letter of a change that is rolled back does not exist', async () => {
  await transact(db, async (db) => {
    await enqueueLetter(db, 'password-changed', { user: people.staff.id })
    throw new Error('rolled back')
  }).catch(() => undefined)
  expect(await letters()).toEqual([])
})

test('letters are deleted a month after their end, and never before it', async () => {
  for (const ended of ['sent_at', 'given_up_at', 'created_at'])
    for (const days of [29, 31]) {
      const { letter } = await newLetter()
      await sql`update letters set ${sql.ref(ended)} = now() - make_interval(days => ${days}::int) where id = ${letter}`.execute(
        db,
      )
    }
  await deleteOldLetters({ db })
  expect(await letters()).toHaveLength(4)
})
