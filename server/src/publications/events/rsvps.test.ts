import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { canMoveRsvp, eventPage, rsvpMoves, rsvpStatuses, type RsvpMove } from '@alumni/shared/publications/content'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { moveAnswers } from '../engine/answers.ts'
import { rsvps } from './rsvps.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const { cancel, signUpPerson, createEvent, db, rsvp, sendLetters, setEvent, statuses, visitor } =
  await buildContentStory()
const moves = Object.keys(rsvpMoves) as RsvpMove[]
const pageOf = async (browser: typeof visitor, event: { slug: string }) =>
  propsOf(await browser.visit(`/events/${event.slug}`), eventPage)
const subjects = async () => (await sendLetters()).map(({ to, subject }) => `${to.split('-')[0]}: ${subject}`)

test.each(rsvpStatuses.flatMap((status) => moves.map((move) => ({ status, move }))))(
  'an answer that is $status reacts to $move as the table says',
  async ({ status, move }) => {
    const { signup } = await signUpPerson('Ana')
    const { id: event_id } = await createEvent()
    const before = await db
      .insertInto('event_rsvps')
      .values({ event_id, signup_id: signup.id, status })
      .returningAll()
      .executeTakeFirstOrThrow()
    const moved = (await moveAnswers(db, rsvps, [before.id], move)).length > 0
    const after = await db.selectFrom('event_rsvps').selectAll().where('id', '=', before.id).executeTakeFirstOrThrow()
    expect(moved).toBe(canMoveRsvp(status, move))
    if (moved) expect(after.status).toBe(rsvpMoves[move].to)
    else expect(after).toEqual(before)
  },
)

test('Rosa says yes with two guests, gets a letter, and sees it on the event’s page, and a second press changes nothing', async () => {
  const event = await createEvent({ places: 10 })
  const { browser } = await signUpPerson('Rosa')
  const reply = await rsvp(browser, event, 2)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `/events/${event.slug}#answer`])
  await rsvp(browser, event, 2)
  const page = await pageOf(browser, event)
  expect(page.mine).toMatchObject({ status: 'going', guests: 2, place_in_line: null, gets_reminder: true })
  expect(page.event).toMatchObject({ going: 3, places_left: 7, state: 'open' })
  const [letter, ...others] = await sendLetters()
  expect(others).toEqual([])
  expect(letter).toMatchObject({ subject: 'You are going: Homecoming' })
  expect(letter!.text).toContain('Hello Rosa,\n\nYou said yes to “Homecoming,” with 2 guests.')
  expect(letter!.text).toMatch(/When: \w+day, \w+ \d+, 20\d\d.* ET/)
  expect(letter!.text).toContain('Where: Alumni Hall, 1 Main Street, Boston')
  expect(letter!.text).toContain(`https://champions.example.edu/events/${event.slug}`)
})

test('the page promises Rosa no reminder if she has turned them off, or on the last day', async () => {
  const event = await createEvent()
  const { browser, signup } = await signUpPerson('Rosa')
  await rsvp(browser, event)
  await db.update('champion_signups', { id: signup.id }, { wants_reminders: false })
  expect((await pageOf(browser, event)).mine).toMatchObject({ gets_reminder: false })
  await db.update('champion_signups', { id: signup.id }, { wants_reminders: true })
  expect((await pageOf(browser, event)).mine).toMatchObject({ gets_reminder: true })
  await db.update('events', { id: event.id }, { starts_at: sql<string>`now() + interval '20 hours'` })
  expect((await pageOf(browser, event)).mine).toMatchObject({ gets_reminder: false })
  await sendLetters()
})

test('someone who is signed out cannot cancel, is led to the sign-in page and back, and sees no answer', async () => {
  const event = await createEvent()
  const reply = await visitor
    .with({ referer: `https://champions.example.edu/events/${event.slug}` })
    .submit(`/events/${event.slug}/rsvps/cancel`, {})
  expect([reply.statusCode, reply.headers.location]).toEqual([
    303,
    `/sign-in?return_to=${encodeURIComponent(`/events/${event.slug}`)}`,
  ])
  expect((await pageOf(visitor, event)).mine).toBeNull()
  expect(await statuses(event)).toEqual({})
})

test('one of fifty who ask for the last place at once gets it, and the others are on the waiting list', async () => {
  const event = await createEvent({ places: 1 })
  const champions = await Promise.all(Array.from({ length: 50 }, (_, index) => signUpPerson(`Champion ${index}`)))
  const replies = await Promise.all(champions.map(({ browser }) => rsvp(browser, event)))
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([303]))
  const all = Object.values(await statuses(event))
  expect(all.filter((status) => status === 'going')).toHaveLength(1)
  expect(all.filter((status) => status === 'waiting')).toHaveLength(49)
  const answers = await Promise.all(champions.map(async ({ browser }) => (await pageOf(browser, event)).mine))
  const places = answers.flatMap((rsvp) => rsvp?.place_in_line ?? [])
  expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 49 }, (_, index) => index + 1))
  const letters = await sendLetters()
  expect(letters.filter(({ subject }) => subject.startsWith('You are going'))).toHaveLength(1)
  expect(letters.filter(({ subject }) => subject.startsWith('You are on the waiting list'))).toHaveLength(49)
})

test('one person who presses fifty times at once has one place', async () => {
  const event = await createEvent({ places: 5 })
  const { browser } = await signUpPerson('Ana')
  await Promise.all(Array.from({ length: 50 }, () => rsvp(browser, event, 1)))
  expect(await statuses(event)).toEqual({ Ana: 'going' })
  expect((await pageOf(browser, event)).event.places_left).toBe(3)
  expect(await subjects()).toHaveLength(1)
})

test('a free place goes to the first party on the waiting list that fits, which is notified', async () => {
  const event = await createEvent({ places: 3 })
  const [rosa, ben, cleo, dan] = [
    await signUpPerson('Rosa'),
    await signUpPerson('Ben'),
    await signUpPerson('Cleo'),
    await signUpPerson('Dan'),
  ]
  await rsvp(rosa.browser, event, 1)
  await rsvp(ben.browser, event)
  await rsvp(cleo.browser, event, 1)
  await rsvp(dan.browser, event)
  expect(await statuses(event)).toEqual({ Rosa: 'going', Ben: 'going', Cleo: 'waiting', Dan: 'waiting' })
  expect((await pageOf(dan.browser, event)).mine).toMatchObject({ status: 'waiting', guests: 0, place_in_line: 2 })
  await sendLetters()

  await cancel(ben.browser, event)
  expect(await statuses(event)).toEqual({ Rosa: 'going', Ben: 'cancelled', Cleo: 'waiting', Dan: 'going' })
  expect(await subjects()).toEqual(['ben: You are not going: Homecoming', 'dan: You have a place: Homecoming'])
  expect((await pageOf(cleo.browser, event)).mine?.place_in_line).toBe(1)

  await cancel(rosa.browser, event)
  expect((await statuses(event)).Cleo).toBe('going')
  expect(await subjects()).toEqual(['rosa: You are not going: Homecoming', 'cleo: You have a place: Homecoming'])
  expect((await pageOf(visitor, event)).event.places_left).toBe(0)
})

test('fewer guests free places for others, more guests wait for places, and a refused wish keeps the earlier answer', async () => {
  const event = await createEvent({ places: 4 })
  const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
  await rsvp(rosa.browser, event, 2)
  await rsvp(ben.browser, event, 1)
  await rsvp(rosa.browser, event, 3)
  expect((await pageOf(rosa.browser, event)).mine).toMatchObject({ status: 'going', guests: 3 })
  expect(await statuses(event)).toEqual({ Rosa: 'going', Ben: 'waiting' })
  await sendLetters()

  await rsvp(rosa.browser, event, 1)
  expect(await statuses(event)).toEqual({ Rosa: 'going', Ben: 'going' })
  expect(await subjects()).toEqual(['ben: You have a place: Homecoming'])
  await rsvp(ben.browser, event, 0)

  const tooMany = await rsvp(rosa.browser, event, 3)
  expect(tooMany.statusCode).toBe(422)
  const { form, mine } = propsOf(tooMany, eventPage)
  expect(form.errors).toEqual({ guests: 'There is no room for 3 guests: 1 place is left. You still have your place.' })
  expect(form.values.guests).toBe('3')
  expect(mine).toMatchObject({ status: 'going', guests: 1, place_in_line: null })
})

test('a waiting guest who reduces their party gets places at once if they fit', async () => {
  const event = await createEvent({ places: 2 })
  const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
  await rsvp(rosa.browser, event)
  await rsvp(ben.browser, event, 1)
  expect((await pageOf(ben.browser, event)).mine).toMatchObject({ status: 'waiting', place_in_line: 1 })
  await rsvp(ben.browser, event)
  expect((await pageOf(ben.browser, event)).mine).toMatchObject({ status: 'going', guests: 0 })
})

test.each([
  ['99', 'You can bring up to 3 guests.'],
  ['-1', 'Choose who is coming.'],
  ['two', 'Choose who is coming.'],
  ['1.5', 'Choose who is coming.'],
  ['1e99', 'Choose who is coming.'],
])('%s guests are refused beside the field, and the input stays', async (guests, message) => {
  const event = await createEvent()
  const { browser } = await signUpPerson('Ana')
  const reply = await browser.submit(`/events/${event.slug}/rsvps`, { guests })
  expect(reply.statusCode).toBe(422)
  expect(propsOf(reply, eventPage).form).toEqual({ values: { guests }, errors: { guests: message } })
  expect(await statuses(event)).toEqual({})
})

test('a party that is too large for the event, or has guests where none are allowed, is refused with a message', async () => {
  const { browser } = await signUpPerson('Ana')
  const small = await createEvent({ places: 2 })
  const alone = await createEvent({ max_guests: 0 })
  expect(propsOf(await rsvp(browser, small, 2), eventPage).form.errors).toEqual({
    guests: 'This event has 2 places in all, so you can bring up to 1 guest.',
  })
  expect(propsOf(await rsvp(browser, alone, 1), eventPage).form.errors).toEqual({
    guests: 'This event is for champions only, without guests.',
  })
})

test.each([
  ['has started', { starts_at: inHours(-1) }, 'This event has already started, so answers can no longer be changed.'],
  ['was canceled', { cancelled_at: inHours(-1) }, 'This event has been canceled and no longer takes answers.'],
])('an event that %s takes no answers, and says so', async (_, values, message) => {
  const event = await createEvent()
  const [ana, ben] = [await signUpPerson('Ana'), await signUpPerson('Ben')]
  await rsvp(ana.browser, event)
  await setEvent(event, values)
  for (const reply of [await rsvp(ben.browser, event), await cancel(ana.browser, event)]) {
    expect(reply.statusCode).toBe(422)
    expect(propsOf(reply, eventPage).form.errors).toEqual({ form: message })
  }
  expect(await statuses(event)).toEqual({ Ana: 'going' })
  expect((await sendLetters()).map(({ to }) => to)).not.toContain(ana.signup.email)
})

test('a guest who cancels and answers again is last on the waiting list, and canceling twice changes nothing', async () => {
  const event = await createEvent({ places: 1 })
  const [ana, ben, cleo] = [await signUpPerson('Ana'), await signUpPerson('Ben'), await signUpPerson('Cleo')]
  for (const { browser } of [ana, ben, cleo]) await rsvp(browser, event)
  await cancel(ben.browser, event)
  await cancel(ben.browser, event)
  await rsvp(ben.browser, event)
  expect((await pageOf(cleo.browser, event)).mine?.place_in_line).toBe(1)
  expect((await pageOf(ben.browser, event)).mine?.place_in_line).toBe(2)
  await cancel(ana.browser, event)
  expect(await statuses(event)).toEqual({ Ana: 'cancelled', Ben: 'waiting', Cleo: 'going' })
})

test('a free place skips a deleted signup, and goes to the survivor of a merged one', async () => {
  const event = await createEvent({ places: 1 })
  const [ana, ben, old] = [await signUpPerson('Ana'), await signUpPerson('Ben'), await signUpPerson('Peggy')]
  for (const { browser } of [ana, ben, old]) await rsvp(browser, event)
  const margaret = await signUpPerson('Margaret')
  const leave = ({ signup }: typeof ben, merged_into_id: number | null) =>
    db
      .updateTable('champion_signups')
      .set({ deleted_at: new Date(), merged_into_id })
      .where('id', '=', signup.id)
      .execute()
  await leave(ben, null)
  await leave(old, margaret.signup.id)
  await sendLetters()
  await cancel(ana.browser, event)
  expect(await statuses(event)).toEqual({ Ana: 'cancelled', Ben: 'waiting', Margaret: 'going' })
  expect((await sendLetters()).map(({ to }) => to).toSorted()).toEqual(
    [ana, margaret].map(({ signup }) => signup.email),
  )
})

test('the answer of a merged signup belongs to the survivor, who can cancel it', async () => {
  const event = await createEvent({ places: 1 })
  const old = await signUpPerson('Peggy')
  await rsvp(old.browser, event)
  const survivor = await signUpPerson('Margaret')
  const middle = await createSignup(db, {
    email: 'middle@example.org',
    deleted_at: new Date(),
    merged_into_id: survivor.signup.id,
  })
  await db
    .updateTable('champion_signups')
    .set({ deleted_at: new Date(), merged_into_id: middle.id })
    .where('id', '=', old.signup.id)
    .execute()
  expect((await pageOf(survivor.browser, event)).mine).toMatchObject({ status: 'going' })
  await rsvp(survivor.browser, event)
  expect(Object.values(await statuses(event))).toEqual(['going'])
  expect((await sendLetters()).map(({ to }) => to)).toContain(survivor.signup.email)
  await cancel(survivor.browser, event)
  expect(Object.values(await statuses(event))).toEqual(['cancelled'])
})

test('if two merged signups had both said yes, canceling frees both places', async () => {
  const event = await createEvent({ places: 2 })
  const [old, survivor, ben, cleo] = [
    await signUpPerson('Peggy'),
    await signUpPerson('Margaret'),
    await signUpPerson('Ben'),
    await signUpPerson('Cleo'),
  ]
  for (const { browser } of [old, survivor, ben, cleo]) await rsvp(browser, event)
  await db
    .updateTable('champion_signups')
    .set({ deleted_at: new Date(), merged_into_id: survivor.signup.id })
    .where('id', '=', old.signup.id)
    .execute()
  await cancel(survivor.browser, event)
  expect(await statuses(event)).toEqual({ Margaret: 'cancelled', Ben: 'going', Cleo: 'going' })
})
