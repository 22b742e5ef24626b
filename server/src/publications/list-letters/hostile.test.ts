import type { LetterPreview } from '@alumni/shared/publications/list-letters'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterOf } from '../../../testing/list-letters.ts'
import { composers } from '../../composers.ts'
import type { Message } from '../../foundations/mail/mailer.ts'
import { buildLettersStory } from '../testing/letters-story.ts'
import { sendDueLetters } from './advance.ts'

const markup = '<img src=x onerror=alert(1)>'
const story = await buildLettersStory({ INSTITUTION_ADDRESS: `1 ${markup} Street` })
const { createAlumni, as, config, db, createDraft, logs, mailer, mailServer, people, sendLetters, sendToPeople, stan } =
  story

/** Returns the letters of one job as they are passed to the mailer. */
async function writeMessages(): Promise<Message[]> {
  const messages: Message[] = []
  const send = async (message: Message) => {
    messages.push(message)
    await mailer.send(message)
  }
  await sendDueLetters({ config, db, mailer: { send } }, composers)
  return messages
}
const headersOf = (raw: string) => raw.split('\r\n\r\n', 1)[0]!.replaceAll(/\r\n\s+/g, ' ')

test('text that anyone typed adds no markup, headers or recipients to a letter', async () => {
  const { buids, addresses } = await createAlumni(1)
  const name = `Ann $& ${markup}`
  await db.updateTable('alumni').set({ preferred_name: name }).where('buid', '=', buids[0]!).execute()
  await db
    .updateTable('staff_users')
    .set({ name: `Stan ${markup}\r\nBcc: all@evil.example\u2028X: y` })
    .where('id', '=', people.staff.id)
    .execute()
  const letter = await sendToPeople(buids, 1, {
    title: `Dinner\r\nBcc: all@evil.example\u2028${markup}`,
    summary: markup,
    salutation: `Dear {name}, ${markup}`,
    body: `${markup}<script>alert(1)</script>\n\n[this](javascript:alert(1)) [that](//evil.example) [news](news) [us](mailto:us@example.edu)`,
  })
  expect(letter.title).toBe(`Dinner Bcc: all@evil.example ${markup}`)
  const [message] = await writeMessages()
  expect(message!.text).toContain(`Dear ${name}, ${markup}`)
  expect(message!.text).toContain(`\n\nthis that news (${config.CHAMPIONS_URL}/news) us (us@example.edu)\n\n`)
  expect(message!.html).toContain('Dear Ann $&#38; &#60;img src=x onerror=alert(1)&#62;, &#60;img')
  expect(message!.html).not.toMatch(/<(?!img src="cid)(img|script)|javascript:|href="\/\//i)
  expect(message!.html).toContain(` href="${config.CHAMPIONS_URL}/news">news</a>`)
  expect(message!.html).toContain(' href="mailto:us@example.edu">')
  const raw = mailServer.messages[0]!
  expect(headersOf(raw)).not.toMatch(/^(bcc|x):/im)
  expect(headersOf(raw)).toMatch(new RegExp(`^To: ${addresses[0]}$`, 'm'))
  expect(headersOf(raw)).toMatch(new RegExp(`^Reply-To: .*<${people.staff.email}>$`, 'm'))
  // Simulates a line break that was not refused before.
  await mailer.send({ ...message!, subject: 'Dinner\r\nBcc: all@evil.example\u0085X: y' })
  expect(headersOf(mailServer.messages[1]!)).not.toMatch(/^(bcc|x):/im)
})

test.each([
  ['words', 'word '.repeat(3999)],
  ['one word', 'x'.repeat(20_000)],
])('a text of 20,000 characters in one line of %s is sent in lines that mail servers accept', async (_, body) => {
  const { buids } = await createAlumni(1)
  await sendToPeople(buids, 1, { body })
  const [message] = await writeMessages()
  expect(message!.text).toContain(body.trim())
  expect(Math.max(...mailServer.messages[0]!.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
})

test.each([
  ['', '![A boat](/photos/x)\n\n## Spring\n\nIt is here.', 'Spring'],
  ['', 'Read [our news](https://example.edu/news) of **spring**. It is here.', 'Read our news of spring.'],
  ['Soon', 'Read our news.', 'Soon'],
])('the preview line of %j and %j is %j', async (summary, body, line) => {
  const { buids } = await createAlumni(1)
  await sendToPeople(buids, 1, { summary, body })
  const [message] = await writeMessages()
  expect(message!.html).toContain(`overflow: hidden">${line}&#847;`)
})

test('a test of a letter has no link that would opt its person out', async () => {
  const { buids } = await createAlumni(1)
  const { id } = await createDraft({ list: { from: 'people', buids } })
  expect((await stan.post(`/letters/${id}/tests`, {})).json()).toMatchObject({ sent_to: people.staff.email })
  const [message] = await sendLetters()
  await mailer.send(message!)
  expect(headersOf(mailServer.messages[0]!)).not.toContain('List-Unsubscribe')
  expect(message!.text).toContain(`No more e-mails about events:\n${config.CHAMPIONS_URL}/\n`)
  expect(message!.text + message!.html).not.toContain('/letters/')
  expect(await db.selectFrom('list_letter_recipients').selectAll().where('letter_id', '=', id).execute()).toEqual([])
})

test('no address is in the audit log, the log, the outbox or the staff’s view of a letter, and viewers see no letter', async () => {
  const { buids, addresses } = await createAlumni(3)
  const letter = await sendToPeople(buids)
  const list = { from: 'people', buids }
  const subject = { topic: 'events', event_id: null, opportunity_id: null, skips_answered: true, list }
  const read = [
    await stan.post('/letters/reach/people', { ...subject, reason: null }),
    await stan.post(`/letters/${letter.id}/preview`, { position: 1 }),
    await stan.get(`/letters/${letter.id}/recipients`),
    await stan.get(`/letters/${letter.id}`),
    await stan.get('/letters'),
  ]
  expect(read[1]!.json<LetterPreview>().people).toBe(3)
  mailServer.actionFor = (address) => (address === addresses[0] ? 'reject' : undefined)
  await writeMessages()
  await sendDueLetters({ config, db, mailer }, composers)
  const { rows } = await sql<{ text: string }>`select
    (select jsonb_agg(a)::text from audit_entries a) || (select jsonb_agg(l)::text from letters l)
    || (select jsonb_agg(r)::text from list_letter_recipients r) || (select jsonb_agg(t)::text from list_letters t) as text`.execute(
    db,
  )
  for (const text of [rows[0]!.text, logs.join('\n'), ...read.map(({ body }) => body)])
    expect(text).not.toMatch(/@list\d|%40list/)
  expect(rows[0]!.text).toContain('"refused"')

  const vera = await as('viewer')
  const replies = [
    await vera.get('/letters'),
    await vera.get(`/letters/${letter.id}`),
    await vera.get(`/letters/${letter.id}/recipients`),
    await vera.post('/letters/reach', subject),
    await vera.post('/letters', letterOf({ list })),
    await vera.post(`/letters/${letter.id}/tests`, {}),
    await vera.post(`/letters/${letter.id}/moves`, { move: 'stop' }),
  ]
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([403]))
})
