import type { SearchPage } from '@alumni/shared/alumni/search'
import type { ClassPage } from '@alumni/shared/alumni/classes'
import { askChoices, asksOfPerson } from '@alumni/shared/publications/asks'
import type { ListLetterRecord } from '@alumni/shared/publications/list-letters'
import { fiscalYear } from '@alumni/shared/fiscal-year'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { advanceLetters } from '../list-letters/advance.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'
import { createSignup } from '../../../testing/champions.ts'
import { letterOf, markTested } from '../../../testing/list-letters.ts'

const story = await buildContentStory({ env: { INSTITUTION_ADDRESS: '1 College Street, Bayside, MA 02000' } })
const { as, db, config, sendLetters, createEvent, signUpPerson, rsvp } = story
const { add } = recordsOf(story)
const [stan, vera] = [await as('staff'), await as('viewer')]

const names = { B00000001: 'José', B00000002: 'Mary', B00000003: 'Tom', B00000004: 'Eve', B00000005: 'Bo' }
const [jose, mary, tom, eve, bo] = Object.keys(names) as [string, string, string, string, string]
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: config.INSTITUTION_TIME_ZONE }).format(new Date())

beforeAll(async () => {
  for (const [buid, first_name] of Object.entries(names)) {
    await add('alumni', { buid, first_name, last_name: 'Álvarez', primary_email: `${first_name}@example.org` })
    await add('educations', { buid, kind: 'degree', degree_code: 'BS', degree_date: '2015-05-17' })
  }
})

const searchAlumni = async (query: Record<string, string>) => {
  const reply = await stan.get(`/alumni_search?${new URLSearchParams({ ...query, sort: 'name' })}`)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
  return reply
    .json<SearchPage>()
    .alumni.map(({ buid }) => buid)
    .toSorted()
}
const asksOf = async (buid: string) =>
  asksOfPerson.parse((await stan.get(`/alumni/${buid}/asks`)).json()).asks.map(({ key: _, ...ask }) => ask)
const call = {
  event_id: null,
  opportunity_id: null,
  words: null,
  topic: 'volunteering',
  how: 'call',
  asked_by: 'Dean Mills',
  asked_on: '2026-03-03',
  answer: null,
}
const note = (buids: string[], changes: object) => stan.post('/asks', { buids, ...call, ...changes })

async function writeTo(buids: string[], subject: object): Promise<ListLetterRecord> {
  const reply = await stan.post('/letters', letterOf({ list: { from: 'people', buids }, ...subject }))
  const letter = reply.json<ListLetterRecord>()
  await markTested(db)
  const sending = await stan.post(`/letters/${letter.id}/send`, { version: letter.version, written_to: buids.length })
  expect([sending.statusCode, sending.body]).toEqual([200, expect.anything()])
  await moveBack(letter.id, '6 minutes')
  for (let turn = 0; turn < 3; turn++) {
    await advanceLetters({ db, config })
    await sendLetters()
  }
  return letter
}
async function moveBack(letter: number, time: string): Promise<void> {
  await sql`update list_letters set published_at = published_at - ${time}::interval where id = ${letter}`.execute(db)
  await sql`update list_letter_recipients set changed_at = changed_at - ${time}::interval where letter_id = ${letter}`.execute(
    db,
  )
}

async function champion(buid: keyof typeof names) {
  const visit = await signUpPerson(names[buid])
  await db.updateTable('champion_signups').set({ buid, status: 'linked' }).where('id', '=', visit.signup.id).execute()
  return visit
}

test('a call that Stan records is on the person’s page, and is found, changed and removed with audit entries', async () => {
  const noteBoard = async () => (await note([tom, eve], { words: 'To join the advisory board' })).json()
  // Sends the request eight times at once and once more later.
  const replies = await Promise.all(Array.from({ length: 8 }, noteBoard))
  expect(replies).toEqual(replies.map(() => ({ people: 2 })))
  expect(await noteBoard()).toEqual({ people: 2 })
  const [ask, ...others] = await asksOf(tom)
  expect(others).toEqual([])
  expect(ask).toMatchObject({
    asked_on: '2026-03-03',
    asked_by: 'Dean Mills',
    letter: null,
    noted: { words: 'To join the advisory board', how: 'call' },
    answer: null,
  })
  expect(await searchAlumni({ asked: 'volunteering' })).toEqual([tom, eve])
  expect(await searchAlumni({ asked: 'volunteering', was_asked: 'no' })).toEqual([jose, mary, bo])
  expect(await searchAlumni({ asked: 'volunteering', not_asked_from: '2026-03-04' })).toEqual([
    jose,
    mary,
    tom,
    eve,
    bo,
  ])
  expect(await searchAlumni({ ask_answer: 'none' })).toEqual([tom, eve])
  expect(await searchAlumni({ ask_answer: 'yes,no' })).toEqual([])
  const { id, ...from } = ask!.noted!
  const change = (answer: string) =>
    stan.request({ method: 'PATCH', url: `/asks/${id}`, payload: { from, to: { ...from, answer } } })
  // The second request simulates a client that lost the first reply.
  for (let tries = 0; tries < 2; tries++) expect((await change('maybe')).statusCode).toBe(204)
  const inAnotherWindow = await change('no')
  expect([inAnotherWindow.statusCode, inAnotherWindow.json().error]).toEqual([
    409,
    'Someone changed this ask after you opened it. Close this and edit it again.',
  ])
  expect(await searchAlumni({ ask_answer: 'maybe' })).toEqual([tom])
  // A "maybe" does not count as an answer.
  expect(await searchAlumni({ ask_answer: 'none' })).toEqual([tom, eve])
  const [second] = await asksOf(eve)
  expect((await stan.request({ method: 'DELETE', url: `/asks/${second!.noted!.id}` })).statusCode).toBe(204)
  expect(await searchAlumni({ asked: 'volunteering' })).toEqual([tom])
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'subject', 'detail'])
    .where('action', 'like', 'ask.%')
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    `ask.noted alumni/${tom}`,
    `ask.noted alumni/${eve}`,
    `ask.changed alumni/${tom}`,
    `ask.removed alumni/${eve}`,
  ])
  expect(entries[2]!.detail).toMatchObject({ before: { answer: null }, after: { answer: 'maybe' } })
})

test.each([
  ['an ask without a subject', {}, 'words', 'Choose an event or opportunity, or write what they were asked for.'],
  ['a day in the future', { words: 'x', asked_on: '2999-01-01' }, 'asked_on', 'This day is in the future.'],
  ['a year of three digits', { words: 'x', asked_on: '0206-03-03' }, 'asked_on', 'Check the year.'],
  ['an event that was deleted', { event_id: 999 }, 'event_id', 'This page is no longer there.'],
  ['an ask without an asker', { words: 'x', asked_by: ' ' }, 'asked_by', 'Enter the name of the person who asked.'],
])('%s has a message beside the field', async (_, changes, field, message) => {
  const reply = await note([tom], changes)
  expect([400, 422]).toContain(reply.statusCode)
  expect(reply.json().fields[field]).toContain(message)
})

test('viewers can neither read nor search who was asked', async () => {
  expect((await vera.get(`/alumni/${tom}/asks`)).statusCode).toBe(403)
  const reply = await vera.get('/alumni_search?was_asked=no')
  expect([reply.statusCode, reply.json().error]).toEqual([403, 'Who was asked is shown to staff only.'])
  expect((await vera.get('/classes/2015')).json<ClassPage>().asked).toBeNull()
})

test('a letter about an event asks everyone who got it, and the event’s page counts their answers', async () => {
  const event = await createEvent({ title: 'Dinner in Dublin' })
  const page = `/champion_signups/events/${event.id}`
  const summary = async () => (await stan.get(`${page}/asks`)).json()
  expect(await summary()).toMatchObject({ asked: 0, has_letter: false })
  expect((await stan.post(`${page}/reminders`, {})).json().error).toBe('No letter about this event has been sent yet.')
  const letter = await writeTo([jose, mary, tom], { event_id: event.id })
  await note([bo], { event_id: event.id, answer: 'no', asked_on: today })
  const [firstAsk] = await asksOf(jose)
  expect(firstAsk).toMatchObject({
    asked_by: stan.user!.name,
    subject: { kind: 'event', id: event.id, title: 'Dinner in Dublin', is_over: false },
    letter: { id: letter.id, title: 'Come to dinner' },
    noted: null,
    answer: null,
  })

  const [joseComes, maryComes] = [await champion('B00000001'), await champion('B00000002')]
  await rsvp(joseComes.browser, event)
  await rsvp(maryComes.browser, event)
  await story.cancel(maryComes.browser, event)
  expect(await summary()).toEqual({
    asked: 4,
    yes: 1,
    no: 2,
    none: 1,
    unasked: 0,
    not_linked: 0,
    is_over: false,
    has_letter: true,
  })
  const code = `event-${event.id}`
  expect(await searchAlumni({ asked: code })).toEqual([jose, mary, tom, bo])
  expect(await searchAlumni({ asked: code, ask_answer: 'none' })).toEqual([tom])
  expect(await searchAlumni({ asked: code, ask_answer: 'no' })).toEqual([mary, bo])
  expect(await searchAlumni({ asked: code, answered: code, answer: 'going' })).toEqual([jose])
  expect((await asksOf(jose))[0]).toMatchObject({ status: 'going', answer: 'yes' })

  const { year } = (await stan.get('/classes/2015')).json<ClassPage>()
  // Tom’s call in March was in an earlier fiscal year.
  expect(fiscalYear(year, config.FISCAL_YEAR_START).from > '2026-03-03').toBe(true)
  expect((await stan.get('/classes/2015')).json<ClassPage>().asked).toEqual({ people: 4, answered: 3 })
})

test('people without an answer are reminded once, three days later, except those who said no on the phone', async () => {
  const event = await createEvent({ title: 'Picnic' })
  const page = `/champion_signups/events/${event.id}`
  const remind = () => stan.post(`${page}/reminders`, {})
  const letter = await writeTo([tom, eve, bo], { event_id: event.id })
  expect((await remind()).json().error).toMatch(/^Give people 3 days to answer\. You can remind them from .+ on\.$/)
  await moveBack(letter.id, '3 days')
  await note([bo], { event_id: event.id, answer: 'no', asked_on: today })
  const eveComes = await champion('B00000004')
  await rsvp(eveComes.browser, event)

  const drafts = await Promise.all([remind(), remind()])
  const { letter: draft } = drafts[0].json()
  expect(drafts[1].json()).toEqual({ letter: draft })
  const record = (await stan.get(`/letters/${draft}`)).json<ListLetterRecord>()
  expect(record).toMatchObject({
    title: 'Reminder: Come to dinner',
    state: 'draft',
    event_id: event.id,
    list: { from: 'reminder', id: letter.id },
    skips_answered: true,
  })
  const { chosen, written_to, left_out } = (await stan.post('/letters/reach', record)).json()
  expect({ chosen, written_to, left_out }).toEqual({ chosen: 3, written_to: 1, left_out: { answered: 2 } })
  expect((await remind()).json()).toEqual({ letter: draft })
  await markTested(db)
  await stan.post(`/letters/${draft}/send`, { version: record.version, written_to: 1 })
  const errorWhen = async (status: 'leaving' | 'stopped' | 'sent') => {
    await db.updateTable('list_letters').set({ status }).where('id', '=', draft).execute()
    return (await remind()).json().error
  }
  expect(await errorWhen('leaving')).toBe('“Reminder: Come to dinner” is still on its way.')
  expect(await errorWhen('stopped')).toBe(
    '“Reminder: Come to dinner” was stopped before everyone got it. Resume it to remind the others.',
  )
  expect(await errorWhen('sent')).toBe(
    'Everyone who can be written to has answered or been reminded once. Call the others instead.',
  )
  await db
    .updateTable('events')
    .set({ starts_at: inHours(-3), ends_at: inHours(-1) })
    .where('id', '=', event.id)
    .execute()
  expect((await stan.get(`${page}/asks`)).json()).toMatchObject({ is_over: true, none: 1 })
  expect(await asksOf(tom)).toContainEqual(
    expect.objectContaining({ subject: expect.objectContaining({ id: event.id, is_over: true }), answer: null }),
  )
})

test('two reminders sent at once remind each person once', async () => {
  const event = await createEvent({ title: 'Concert' })
  const letter = await writeTo([tom, eve], { event_id: event.id })
  await moveBack(letter.id, '3 days')
  const drafts = []
  for (const title of ['Come!', 'Do come!']) {
    const reminder = letterOf({ title, event_id: event.id, list: { from: 'reminder', id: letter.id } })
    drafts.push((await stan.post('/letters', reminder)).json<ListLetterRecord>())
  }
  await markTested(db)
  const replies = await Promise.all(
    drafts.map(({ id, version }) => stan.post(`/letters/${id}/send`, { version, written_to: 2 })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422])
  const reminded = await db
    .selectFrom('list_letter_recipients')
    .select('alumnus_id')
    .where(
      'letter_id',
      'in',
      drafts.map(({ id }) => id),
    )
    .execute()
  expect(reminded).toHaveLength(2)
})

test('a person who was left out of a reminder is reminded by the next one', async () => {
  const event = await createEvent({ title: 'Sleigh ride' })
  const letter = await writeTo([tom, eve], { event_id: event.id })
  await moveBack(letter.id, '3 days')
  const flag = (do_not_email: boolean) =>
    db.updateTable('alumni').set({ do_not_email }).where('buid', '=', eve).execute()
  const remind = async () => (await stan.post(`/champion_signups/events/${event.id}/reminders`, {})).json()
  const first = await remind()
  await flag(true)
  await markTested(db)
  const sent = await stan.post(`/letters/${first.letter}/send`, { version: 1, written_to: 1 })
  expect(sent.json()).toMatchObject({ left_out: { do_not_email: 1 } })
  await db
    .updateTable('list_letter_recipients')
    .set({ state: 'sent' })
    .where('letter_id', '=', first.letter)
    .where('state', '=', 'waiting')
    .execute()
  await flag(false)
  const second = await remind()
  const record = (await stan.get(`/letters/${second.letter}`)).json<ListLetterRecord>()
  // A later reminder refers to the invitation, not to an earlier reminder.
  expect(record).toMatchObject({ title: 'Reminder: Come to dinner', list: { id: letter.id } })
  const { people } = (await stan.post('/letters/reach/people', { ...record, reason: null, page: 1 })).json()
  expect(people.map(({ buid }: { buid: string }) => buid)).toEqual([eve])
})

test('each person is reminded once, three days after their last letter, also if a stopped letter is resumed later', async () => {
  const event = await createEvent({ title: 'Regatta' })
  const page = `/champion_signups/events/${event.id}`
  const stopped = await writeTo([tom, eve], { event_id: event.id, title: 'Row with us' })
  await db.updateTable('list_letters').set({ status: 'stopped' }).where('id', '=', stopped.id).execute()
  const rowOfEve = (state: 'waiting' | 'sent') =>
    db
      .updateTable('list_letter_recipients')
      .set({ state, changed_at: sql<string>`now()` })
      .where('letter_id', '=', stopped.id)
      .where('alumnus_id', 'in', (alumni) => alumni.selectFrom('alumni').select('id').where('buid', '=', eve))
      .execute()
  await moveBack(stopped.id, '3 days')
  await rowOfEve('waiting')
  const later = await writeTo([tom, bo], { event_id: event.id })
  expect((await stan.get(`${page}/asks`)).json()).toMatchObject({ asked: 2, none: 2, has_letter: true })

  const remind = async () => (await stan.post(`${page}/reminders`, {})).json()
  const early = { error: expect.stringMatching(/^Give people 3 days to answer/) }
  expect(await remind()).toMatchObject(early)
  await moveBack(later.id, '3 days')
  const draftOf = async () => (await stan.get(`/letters/${(await remind()).letter}`)).json<ListLetterRecord>()
  const namesOf = async (letter: ListLetterRecord) =>
    (await stan.post('/letters/reach/people', { ...letter, reason: null, page: 1 }))
      .json<{ people: { buid: string }[] }>()
      .people.map(({ buid }) => buid)
      .toSorted()
  const first = await draftOf()
  expect(first).toMatchObject({ list: { from: 'reminder', id: later.id } })
  expect(await namesOf(first)).toEqual([tom, bo])
  await rowOfEve('sent')
  expect(await remind()).toEqual({ letter: first.id })
  expect(await namesOf(first)).toEqual([tom, bo])
  await markTested(db)
  await stan.post(`/letters/${first.id}/send`, { version: first.version, written_to: 2 })
  expect(await remind()).toMatchObject(early)
  await moveBack(stopped.id, '3 days')
  const second = await draftOf()
  expect(await namesOf(second)).toEqual([eve])
})

test('a reminder repeats the invitation, reminds a merged person once, and leaves out people with a recent letter', async () => {
  const event = await createEvent({ title: 'Gala' })
  const remind = async () => (await stan.post(`/champion_signups/events/${event.id}/reminders`, {})).json()
  const invitation = await writeTo([jose, mary], { event_id: event.id, title: 'Come to the gala' })
  const parking = await writeTo([bo], { event_id: event.id, title: 'Where to park', skips_answered: false })
  const [lee, same] = [
    await createSignup(db, { email: 'lee@example.net', first_name: 'Lee' }),
    await createSignup(db, { email: 'lee@example.com', first_name: 'Lee' }),
  ]
  const addRecipient = (letter_id: number, person: object) =>
    db
      .insertInto('list_letter_recipients')
      .values({ letter_id, ...person, state: 'sent' })
      .execute()
  await addRecipient(invitation.id, { signup_id: lee.id })
  await moveBack(invitation.id, '3 days')
  await moveBack(parking.id, '3 days')
  await db.updateTable('champion_signups').set({ merged_into_id: same.id }).where('id', '=', lee.id).execute()
  const joses = await createSignup(db, { email: 'jose@example.net', buid: jose, status: 'linked' })
  const josesId = sql<number>`(select id from alumni where buid = ${jose})`
  await addRecipient(parking.id, { alumnus_id: josesId, signup_id: joses.id })

  const draft = (await stan.get(`/letters/${(await remind()).letter}`)).json<ListLetterRecord>()
  expect(draft.title).toBe('Reminder: Come to the gala')
  const { people } = (await stan.post('/letters/reach/people', { ...draft, reason: null, page: 1 })).json()
  const ids = people.map((person: { buid: string | null; signup_id: number }) => person.buid ?? person.signup_id)
  expect(new Set(ids)).toEqual(new Set([mary, bo, same.id]))
  await markTested(db)
  await stan.post(`/letters/${draft.id}/send`, { version: draft.version, written_to: 3 })
  expect(await remind()).toMatchObject({ error: expect.stringMatching(/^Give people 3 days/) })
})

test('an opportunity is open until its last day has ended everywhere, and asks are unanswered until then', async () => {
  const closes_on = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Etc/GMT+12' }).format(new Date())
  const { id } = await db
    .insertInto('opportunities')
    .values({
      slug: 'career-week',
      title: 'Speak at career week',
      kind: 'speaking',
      summary: '',
      body: '',
      effort: '',
      closes_on,
      published_at: inHours(-1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note([jose], { opportunity_id: id, asked_on: today, topic: 'other' })
  const { subjects } = askChoices.parse((await stan.get('/asks/choices')).json())
  expect(subjects).toContainEqual({ code: `opportunity-${id}`, name: 'Speak at career week' })
  expect(await searchAlumni({ asked: `opportunity-${id}`, ask_answer: 'none' })).toEqual([jose])
  expect((await asksOf(jose)).find(({ subject }) => subject?.kind === 'opportunity')!.noted!.topic).toBe('volunteering')
  const isOver = async () => [
    (await stan.get(`/champion_signups/opportunities/${id}/asks`)).json().is_over,
    (await asksOf(jose)).find(({ subject }) => subject?.kind === 'opportunity')?.subject?.is_over,
  ]
  expect(await isOver()).toEqual([false, false])
  await db
    .updateTable('opportunities')
    .set({ closed_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  expect(await isOver()).toEqual([true, true])
})

test('a person who said yes with one signup and no with another has said yes', async () => {
  const event = await createEvent({ title: 'Matinee' })
  await note([bo], { event_id: event.id, asked_on: today })
  for (const status of ['cancelled', 'going', 'waiting'] as const) {
    const { id } = await createSignup(db, { email: `bo-${status}@example.net`, buid: bo, status: 'linked' })
    await db.insertInto('event_rsvps').values({ event_id: event.id, signup_id: id, status }).execute()
  }
  const eventAsk = (await asksOf(bo)).find(({ subject }) => subject?.id === event.id)
  expect(eventAsk).toMatchObject({ status: 'going', answer: 'yes' })
})

test('a reminder of another event is not a letter that people can be reminded of', async () => {
  const [dance, play] = [await createEvent({ title: 'Dance' }), await createEvent({ title: 'Play' })]
  const { id } = await writeTo([tom], { event_id: dance.id })
  const reminder = letterOf({ event_id: play.id, list: { from: 'reminder', id } })
  const letter = (await stan.post('/letters', reminder)).json<ListLetterRecord>()
  const alumnus_id = sql<number>`(select id from alumni where buid = ${tom})`
  await db.insertInto('list_letter_recipients').values({ letter_id: letter.id, alumnus_id, state: 'sent' }).execute()
  expect((await stan.get(`/champion_signups/events/${play.id}/asks`)).json()).toMatchObject({
    asked: 1,
    has_letter: false,
  })
})

test('the day of a letter is in the institution’s time zone, on the person’s page and in the search', async () => {
  const event = await createEvent({ title: 'Midnight supper' })
  const eventCode = `event-${event.id}`
  const letter = await writeTo([mary], { event_id: event.id })
  // 10:30 p.m. on March 3 in New York
  await sql`update list_letter_recipients set changed_at = '2026-03-04T03:30Z' where letter_id = ${letter.id}`.execute(
    db,
  )
  expect((await asksOf(mary)).find(({ subject }) => subject?.id === event.id)?.asked_on).toBe('2026-03-03')
  expect(await searchAlumni({ asked: eventCode, asked_from: '2026-03-03' })).toEqual([mary])
  expect(await searchAlumni({ asked: eventCode, asked_from: '2026-03-04' })).toEqual([])
})

test('linking a signup adds its asks to the person, and a merged signup’s asks go to the survivor', async () => {
  const event = await createEvent({ title: 'Reception' })
  const code = `event-${event.id}`
  const [ann, twin] = [await signUpPerson('Ann'), await signUpPerson('Annie')]
  await add('alumni', { buid: 'B00000009', first_name: 'Ann', last_name: 'Young' })
  await sql`insert into list_letters (slug, title, summary, body, topic, salutation, fallback, replies_to, list, status, published_at, event_id)
    values ('reception', 'Reception', '', '', 'events', 'Dear {name},', 'Dear friend,', 'office', '{"from":"people","buids":[]}', 'sent', now(), ${event.id})`.execute(
    db,
  )
  await sql`insert into list_letter_recipients (letter_id, signup_id, state)
    select id, ${twin.signup.id}::bigint, 'sent' from list_letters where slug = 'reception'`.execute(db)
  expect((await stan.get(`/champion_signups/events/${event.id}/asks`)).json()).toMatchObject({
    asked: 1,
    none: 1,
    not_linked: 1,
  })
  await db.updateTable('champion_signups').set({ buid: 'B00000009' }).where('id', '=', ann.signup.id).execute()
  expect(await searchAlumni({ asked: code })).toEqual([])
  await db
    .updateTable('champion_signups')
    .set({ merged_into_id: ann.signup.id, deleted_at: sql<string>`now()` })
    .where('id', '=', twin.signup.id)
    .execute()
  expect(await searchAlumni({ asked: code, ask_answer: 'none' })).toEqual(['B00000009'])
  expect(await asksOf('B00000009')).toMatchObject([{ letter: { title: 'Reception' }, answer: null }])
  await db.updateTable('champion_signups').set({ buid: null }).where('id', '=', ann.signup.id).execute()
  expect(await searchAlumni({ asked: code })).toEqual([])
})

test('an event that someone was asked about cannot be deleted', async () => {
  const event = await createEvent({ title: 'Ball', published_at: null })
  await note([eve], { event_id: event.id })
  const reply = await stan.request({
    method: 'DELETE',
    url: `/champion_signups/events/${event.id}`,
    payload: { version: 1 },
  })
  expect([reply.statusCode, reply.json().error]).toEqual([
    409,
    'A letter is about this event, or someone was asked for it, so it cannot be deleted.',
  ])
})

test('a letter that is not about an event is in the history, but is not an ask', async () => {
  await writeTo([eve], { topic: 'news', title: 'Spring news' })
  expect((await asksOf(eve))[0]).toMatchObject({ subject: null, letter: { title: 'Spring news' }, noted: null })
  expect(await searchAlumni({ asked_from: today, ask_answer: 'none' })).not.toContain(eve)
})

test('asks of deceased people are refused', async () => {
  await add('alumni', { buid: 'B00000061', first_name: 'Ida', last_name: 'Late', deceased: true })
  const onlyAsk = await note(['B00000061'], { words: 'To speak' })
  expect([onlyAsk.statusCode, onlyAsk.json().error]).toEqual([
    422,
    'None of these people are on file anymore, or they are deceased.',
  ])
  expect((await note(['B00000061', eve], { words: 'To speak' })).json()).toEqual({ people: 1 })
  expect(await asksOf('B00000061')).toEqual([])
})
