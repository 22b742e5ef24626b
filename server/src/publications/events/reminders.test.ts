import { afterAll, expect, test } from 'vitest'
import { remindersPage } from '@alumni/shared/publications/content'
import { propsOf } from '../../../testing/portal-view.ts'
import { createLinkToken } from '../../foundations/http/tokens.ts'
import { createMailer } from '../../foundations/mail/mailer.ts'
import { startMailServer } from '../../../testing/mail-server.ts'
import { cancelEvent, changeEvent } from './organize-event.ts'
import { remindAttendees } from './reminders.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const story = await buildContentStory()
const { cancel, signUpPerson, createEvent, db, rsvp, sendLetters, visitor } = story
const mailServer = await startMailServer()
afterAll(() => mailServer.close())
const readWantsReminders = (id: number) =>
  db.selectFrom('champion_signups').select('wants_reminders').where('id', '=', id).executeTakeFirstOrThrow()
const remind = () => remindAttendees({ db })
const reminders = async () =>
  (await sendLetters()).filter(({ subject }) => subject.startsWith('Reminder')).map(({ to }) => to.split('-')[0])

async function tomorrow(...names: string[]) {
  const event = await createEvent({ starts_at: inHours(23), ends_at: inHours(25) })
  const people = []
  for (const name of names) {
    const person = await signUpPerson(name)
    await rsvp(person.browser, event)
    people.push(person)
  }
  await db
    .updateTable('event_rsvps')
    .set({ asked_at: inHours(-7 * 24) })
    .where('event_id', '=', event.id)
    .execute()
  await sendLetters()
  return { event, people }
}

test('every guest is reminded once on the day before, however many workers look for reminders', async () => {
  const { event, people } = await tomorrow('Rosa', 'Ben')
  await cancel(people[1]!.browser, event)
  const later = await createEvent({ starts_at: inHours(49), ends_at: inHours(50) })
  await rsvp((await signUpPerson('Late')).browser, later)
  await Promise.all([remind(), remind(), remind()])
  await remind()
  const [letter, ...others] = (await sendLetters()).filter(({ subject }) => subject.startsWith('Reminder'))
  expect(others).toEqual([])
  expect(letter).toMatchObject({ to: people[0]!.signup.email, subject: 'Reminder: Homecoming' })
  await createMailer({ ...story.config, SMTP_URL: mailServer.url }).send(letter!)
  const head = mailServer.messages[0]!.replaceAll(/\r\n[ \t]/g, ' ')
  expect(head).toMatch(/^List-Unsubscribe: +<https:\S+>\r$/m)
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(head).toContain('Auto-Submitted: auto-generated')
  expect(letter!.text).toContain(
    `Change or cancel your answer:\nhttps://champions.example.edu/events/${event.slug}#answer`,
  )
})

test('a guest who answered on the last day, or canceled before the letter was sent, is not reminded', async () => {
  const { event, people } = await tomorrow('Rosa')
  await rsvp((await signUpPerson('Sudden')).browser, event)
  await remind()
  await cancel(people[0]!.browser, event)
  expect(await reminders()).toEqual([])
  const other = await tomorrow('Cleo')
  await remind()
  await cancelEvent(db, other.event.id)
  expect(await reminders()).toEqual([])
})

test('guests of a moved event are reminded again', async () => {
  const { event } = await tomorrow('Rosa')
  await remind()
  expect(await reminders()).toEqual(['rosa'])
  await changeEvent(db, event.id, { starts_at: inHours(22), ends_at: inHours(24) })
  await remind()
  expect(await reminders()).toEqual(['rosa'])
})

test('the link in a reminder turns reminders off by its button or a mail program’s one-click request, but not by a GET', async () => {
  const { people } = await tomorrow('Rosa')
  await remind()
  const url = new URL((await sendLetters())[0]!.unsubscribe!).pathname
  for (let look = 0; look < 3; look++)
    expect(propsOf(await visitor.visit(url), remindersPage).wants_reminders).toBe(true)

  // Mail programs send no cookie and no origin.
  const pressed = await story.app.inject({
    method: 'POST',
    url,
    headers: { host: 'champions.example.edu', 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(pressed.statusCode).toBe(200)
  expect(propsOf(await visitor.visit(url), remindersPage).wants_reminders).toBe(false)

  const event = await createEvent({ starts_at: inHours(23), ends_at: inHours(25) })
  await rsvp(people[0]!.browser, event)
  await db
    .updateTable('event_rsvps')
    .set({ asked_at: inHours(-99) })
    .where('event_id', '=', event.id)
    .execute()
  await remind()
  expect(await reminders()).toEqual([])
  expect(propsOf(await visitor.submit(url, { reminders: 'on' }), remindersPage).wants_reminders).toBe(true)
})

test('a mail program may send the one-click request as multipart form data, and from its own page', async () => {
  const { people } = await tomorrow('Rosa')
  await remind()
  const url = new URL((await sendLetters())[0]!.unsubscribe!).pathname
  const pressed = await story.app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'champions.example.edu',
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
      'content-type': 'multipart/form-data; boundary=x',
    },
    payload: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  })
  expect([pressed.statusCode, (await readWantsReminders(people[0]!.signup.id)).wants_reminders]).toEqual([200, false])
})

test('the link has no serial id, and one of v0.14.0 with a hash of it still works', async () => {
  const { people } = await tomorrow('Rosa')
  await remind()
  const url = new URL((await sendLetters())[0]!.unsubscribe!).pathname
  const { id } = people[0]!.signup
  const earlier = url.replace(/[^/]+$/, createLinkToken(story.config, 'event reminders', String(id)))
  expect(earlier).not.toBe(url)
  expect((await visitor.submit(earlier, {})).statusCode).toBe(200)
  expect((await readWantsReminders(id)).wants_reminders).toBe(false)
})

test.each(['/reminders/x/y', '/reminders/00000000-0000-4000-8000-000000000000/abc'])(
  '%s belongs to no one',
  async (url) => {
    expect((await visitor.visit(url)).statusCode).toBe(404)
    expect((await visitor.submit(url, {})).statusCode).toBe(404)
  },
)

test('a link with another person’s id, or a cut token, belongs to no one', async () => {
  const { people } = await tomorrow('Rosa', 'Ben')
  await remind()
  const url = new URL((await sendLetters())[0]!.unsubscribe!).pathname
  const rosas = await db
    .selectFrom('champion_signups')
    .select('public_id')
    .where('id', '=', people[1]!.signup.id)
    .executeTakeFirstOrThrow()
  const stolen = url.replace(/reminders\/[^/]+/, `reminders/${rosas.public_id}`)
  for (const wrong of [stolen, url.slice(0, -1)]) expect((await visitor.submit(wrong, {})).statusCode).toBe(404)
})
