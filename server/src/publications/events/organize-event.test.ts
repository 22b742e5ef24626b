import { transact } from '../../foundations/database/db.ts'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { attendances, canMoveRsvp, eventPage, rsvpStatuses, type Attendance } from '@alumni/shared/publications/content'
import { propsOf } from '../../../testing/portal-view.ts'
import { cancelEvent, changeEvent } from './organize-event.ts'
import { withdrawAnswers } from '../champion-answers.ts'
import { markAttendance } from './attendance.ts'
import { recordAttendances } from '../../champions/record/record-attendances.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const story = await buildContentStory()
const { signUpPerson, createCommunity, createEvent, db, people, rsvp, sendLetters, setEvent, statuses, visitor } = story
const stan = people.staff
const letters = async () => (await sendLetters()).map(({ to, subject }) => `${to.split('-')[0]}: ${subject}`)
const calendarOf = async (event: { slug: string }) => (await visitor.visit(`/events/${event.slug}/calendar.ics`)).body

await db
  .insertInto('alumni')
  .values(['B00000001', 'B00000002'].map((buid) => ({ buid })))
  .execute()
const engagements = (buid: string) =>
  db
    .selectFrom('engagements')
    .select(['activity_code', 'description', sql<string>`engagement_date::text`.as('date')])
    .where('buid', '=', buid)
    .execute()

test('everyone who said yes is notified of a new time or place, and the calendar entry’s sequence rises', async () => {
  const event = await createEvent({ places: 1, starts_at: '2099-07-01T22:00:00Z', ends_at: '2099-07-02T00:00:00Z' })
  const [rosa, ben, cleo] = [await signUpPerson('Rosa'), await signUpPerson('Ben'), await signUpPerson('Cleo')]
  await rsvp(rosa.browser, event)
  await rsvp(ben.browser, event)
  await rsvp(cleo.browser, event)
  await story.cancel(cleo.browser, event)
  await sendLetters()

  await changeEvent(db, event.id, { starts_at: '2099-07-02T22:00:00Z', ends_at: '2099-07-03T00:00:00Z' })
  const sent = await sendLetters()
  expect(sent.map(({ subject, to }) => [to, subject])).toEqual([
    [rosa.signup.email, 'New time: Homecoming'],
    [ben.signup.email, 'New time: Homecoming'],
  ])
  expect(sent[0]!.text).toContain('When: Thursday, July 2, 2099, 6–8\u00a0p.m. ET')
  expect(sent[0]!.text).toContain('You still have your place')
  expect(sent[1]!.text).toContain('You are still on the waiting list')
  expect(await calendarOf(event)).toContain('SEQUENCE:1')

  await changeEvent(db, event.id, { venue: 'The Boathouse', summary: 'Bring a coat.' })
  expect(await letters()).toEqual(['rosa: New place: Homecoming', 'ben: New place: Homecoming'])
  await changeEvent(db, event.id, { summary: 'Bring a hat.', starts_at: new Date('2099-07-02T22:00:00Z') })
  expect(await letters()).toEqual([])
  expect(await calendarOf(event)).toContain('SEQUENCE:2')
})

test('only the last of two quick changes is notified, and none after a cancellation', async () => {
  const event = await createEvent()
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event)
  await sendLetters()
  await changeEvent(db, event.id, { venue: 'Here' })
  await changeEvent(db, event.id, { venue: 'There' })
  const [letter, ...others] = await sendLetters()
  expect([letter!.text.includes('Where: There'), others]).toEqual([true, []])
  await changeEvent(db, event.id, { venue: 'Nowhere' })
  await cancelEvent(db, event.id)
  await cancelEvent(db, event.id)
  const [canceled, ...more] = await sendLetters()
  expect([canceled!.subject, more]).toEqual(['Canceled: Homecoming', []])
  expect(await calendarOf(event)).toMatch(/SEQUENCE:4[^]*STATUS:CANCELLED/)
  expect(propsOf(await visitor.visit(`/events/${event.slug}`), eventPage).event.state).toBe('cancelled')
})

test('canceling or changing a past event updates its records and sends no letters', async () => {
  const event = await createEvent()
  const rosa = await signUpPerson('Rosa')
  await rsvp(rosa.browser, event)
  await sendLetters()
  await setEvent(event, { starts_at: inHours(-5), ends_at: inHours(-3) })
  await changeEvent(db, event.id, { venue: 'The Boathouse' })
  await cancelEvent(db, event.id)
  expect(await sendLetters()).toEqual([])
  expect(await calendarOf(event)).toContain('STATUS:CANCELLED')
})

test('additional places go to the waiting list, and fewer places remove no one', async () => {
  const event = await createEvent({ places: 1 })
  const [rosa, ben, cleo] = [await signUpPerson('Rosa'), await signUpPerson('Ben'), await signUpPerson('Cleo')]
  for (const { browser } of [rosa, ben, cleo]) await rsvp(browser, event)
  await changeEvent(db, event.id, { places: 2 })
  expect(await statuses(event)).toEqual({ Rosa: 'going', Ben: 'going', Cleo: 'waiting' })
  await changeEvent(db, event.id, { places: 1 })
  expect(await statuses(event)).toEqual({ Rosa: 'going', Ben: 'going', Cleo: 'waiting' })
  await changeEvent(db, event.id, { places: null })
  expect((await statuses(event)).Cleo).toBe('going')
})

test('an attendee has one engagement on the event’s local day, which a correction removes, both in the audit log', async () => {
  // This is still the evening of October 3 in Boston.
  const event = await createEvent({ title: 'Evening of music' })
  const rosa = await signUpPerson('Rosa', { buid: 'B00000001', status: 'linked' })
  await rsvp(rosa.browser, event)
  await setEvent(event, { starts_at: '2026-10-04T01:30:00Z', ends_at: '2026-10-04T03:00:00Z' })
  const mark = (attendance: Attendance) => markAttendance(db, event.id, rosa.signup.id, attendance, stan)
  await Promise.all(Array.from({ length: 10 }, () => mark('attended')))
  expect(await engagements('B00000001')).toEqual([
    { activity_code: 'event_attended', description: 'Evening of music', date: '2026-10-03' },
  ])
  await mark('absent')
  expect(await engagements('B00000001')).toEqual([])
  await mark('attended')
  await mark('going')
  expect(await engagements('B00000001')).toEqual([])
  expect(await statuses(event)).toEqual({ Rosa: 'going' })
  const audited = await db.selectFrom('audit_entries').select(['action', 'staff_user_id']).orderBy('id').execute()
  expect(audited.map(({ action }) => action)).toEqual(
    ['attended', 'absent', 'attended', 'going'].map((word) => `event-rsvp.${word}`),
  )
  expect(new Set(audited.map(({ staff_user_id }) => staff_user_id))).toEqual(new Set([stan.id]))
})

test('linking a signup later adds its engagements to the alumnus, and unlinking a wrong one removes them', async () => {
  const event = await createEvent({ title: 'Regatta' })
  const ben = await signUpPerson('Ben')
  await rsvp(ben.browser, event)
  await setEvent(event, { starts_at: inHours(-5), ends_at: inHours(-3) })
  await markAttendance(db, event.id, ben.signup.id, 'attended', stan)
  const link = async (buid: string | null) => {
    await transact(db, async (db) => {
      await db.updateTable('champion_signups').set({ buid }).where('id', '=', ben.signup.id).execute()
      await recordAttendances(db, ben.signup.id)
      await recordAttendances(db, ben.signup.id)
    })
    return [await engagements('B00000001'), await engagements('B00000002')].map(({ length }) => length)
  }
  expect(await link('B00000001')).toEqual([1, 0])
  expect(await link('B00000002')).toEqual([0, 1])
  expect(await link(null)).toEqual([0, 0])
})

test.each(
  rsvpStatuses.flatMap((status) => (Object.keys(attendances) as Attendance[]).map((to) => [status, to] as const)),
)('staff mark an answer that is %s as %s, or read why they cannot', async (status, attendance) => {
  const event = await createEvent({ starts_at: inHours(-5), ends_at: inHours(-3) })
  const { signup } = await signUpPerson('Ana')
  await db.insertInto('event_rsvps').values({ event_id: event.id, signup_id: signup.id, status }).execute()
  const marked = markAttendance(db, event.id, signup.id, attendance, stan)
  if (status === attendance || canMoveRsvp(status, attendances[attendance])) {
    await marked
    expect(await statuses(event)).toEqual({ Ana: attendance })
  } else {
    await expect(marked).rejects.toMatchObject({ status: 409 })
    expect(await statuses(event)).toEqual({ Ana: status })
  }
})

test('attendance can be marked from the day of the event on, for people with an answer', async () => {
  const event = await createEvent({ starts_at: inHours(72), ends_at: inHours(73) })
  const { signup, browser } = await signUpPerson('Ana')
  await rsvp(browser, event)
  await expect(markAttendance(db, event.id, signup.id, 'attended', stan)).rejects.toThrow('from the day of the event')
  await setEvent(event, { starts_at: inHours(-1), ends_at: inHours(1) })
  const stranger = await signUpPerson('Zoe')
  await expect(markAttendance(db, event.id, stranger.signup.id, 'attended', stan)).rejects.toThrow('has not answered')
})

test('a person who deletes their signup leaves their communities, and their place goes to the waiting list', async () => {
  const event = await createEvent({ places: 1 })
  const community = await createCommunity()
  const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
  await rosa.browser.submit(`/communities/${community.slug}/members`, {})
  for (const { browser } of [rosa, ben]) await rsvp(browser, event)
  await withdrawAnswers(db, rosa.signup.id)
  expect(await statuses(event)).toEqual({ Rosa: 'cancelled', Ben: 'going' })
  expect(
    await db.selectFrom('community_members').selectAll().where('signup_id', '=', rosa.signup.id).execute(),
  ).toEqual([])
})
