import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  eventContract,
  type EventFields,
  type EventMove,
  type EventRecord,
  type EventState,
  type StaffEventPage,
  type StaffEventsPage,
} from '@alumni/shared/publications/staff-events'
import type { Caller } from '../../../testing/caller.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const { as, db, visitor, createCommunity, createEvent, signUpPerson, rsvp, statuses, setEvent, sendLetters } =
  await buildContentStory()
const { canMove, moves, states } = eventContract
const [stan, ada] = [await as('staff'), await as('admin')]
const home = '/champion_signups/events'
const urlOf = ({ id }: { id: number }) => `${home}/${id}`

const walk: EventFields = {
  title: 'A walk in Dublin',
  slug: '',
  summary: 'Three miles and a coffee.',
  body: 'Bring an umbrella.',
  picture: 'coast',
  photo: null,
  photo_alt: '',
  community_id: null,
  starts: '2099-07-01T18:00',
  ends: '2099-07-01T20:00',
  time_zone: 'Europe/Dublin',
  venue: 'St Stephen’s Green',
  address: '',
  is_online: false,
  places: 1,
  max_guests: 0,
}
const patch = (caller: Caller, url: string, payload: object) => caller.request({ method: 'PATCH', url, payload })
const write = async (fields: Partial<EventFields> = {}) =>
  (await stan.post(home, { ...walk, ...fields })).json<EventRecord>()
const move = (event: { id: number }, to: EventMove, caller = stan) =>
  caller.post(`${urlOf(event)}/moves`, { move: to, ...(to === 'schedule' ? { at: '2099-01-01T09:00' } : {}) })
const recordOf = async (event: { id: number }) =>
  (await stan.get(`${urlOf(event)}/edit`)).json<{ event: EventRecord }>().event

test('a new event has the institution’s time zone, which can be changed', async () => {
  expect((await stan.get(`${home}/new`)).json()).toMatchObject({ clock_zone: 'America/New_York' })
  const { id, time_zone } = await write()
  expect(time_zone).toBe('Europe/Dublin')
  expect((await recordOf({ id })).clock_zone).toBe('America/New_York')
})

test('a draft is on no page and not in the sitemap, and a published event is on all of them', async () => {
  const community = await createCommunity()
  const draft = await write({ title: 'Secret supper', community_id: community.id })
  expect(draft).toMatchObject({ state: 'draft', slug: 'secret-supper', starts_at: '2099-07-01T17:00:00.000Z' })
  const readPages = async () => {
    const found: unknown[] = []
    for (const url of [
      '/',
      '/events',
      `/communities/${community.slug}`,
      `/communities/${community.slug}/events`,
      '/sitemap.xml',
    ])
      found.push((await visitor.get(url, { headers: { accept: '*/*' } })).body.includes('secret-supper'))
    for (const url of [`/events/${draft.slug}`, `/events/${draft.id}`, `/events/${draft.slug}/calendar.ics`])
      found.push((await visitor.get(url, { headers: { accept: '*/*' } })).statusCode)
    return found
  }
  const ana = await signUpPerson('Ana')
  expect(await readPages()).toEqual([false, false, false, false, false, 404, 404, 404])
  expect((await rsvp(ana.browser, draft)).statusCode).toBe(404)
  expect((await stan.post(`${urlOf(draft)}/rsvps`, { email: ana.signup.email, guests: 0 })).statusCode).toBe(409)
  await move(draft, 'publish')
  // The home page caches its cards for a second.
  await expect.poll(readPages).toEqual([expect.any(Boolean), true, true, true, true, 200, 200, 200])
})

test.each([
  [
    'at a time that the clocks skip',
    { time_zone: 'America/New_York', starts: '2027-03-14T02:30' },
    'starts',
    'The clocks skip',
  ],
  ['on an impossible day', { starts: '2027-02-30T10:00' }, 'starts', 'does not exist'],
  ['that ends before its start', { ends: '2099-07-01T17:59' }, 'ends', 'It ends before it begins.'],
  ['in an unknown zone', { time_zone: 'Europe/Atlantis' }, 'time_zone', 'Choose a time zone'],
  ['with an invalid time', { starts: 'tomorrow' }, 'starts', 'Choose the day and time'],
  ['in an unknown community', { community_id: 999_999 }, 'community_id', 'no such community'],
])('an event %s is refused beside its field', async (_, fields, field, message) => {
  const reply = await stan.post(home, { ...walk, ...fields })
  expect([400, 422]).toContain(reply.statusCode)
  expect(reply.json().fields[field]).toContain(message)
})

test('times are returned as they were entered, in the zone of their place', async () => {
  for (const time_zone of ['Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC'])
    expect(await write({ time_zone })).toMatchObject({ starts: walk.starts, ends: walk.ends, time_zone })
})

test('pasted line breaks in single-line texts become spaces', async () => {
  const event = await write({
    title: ' Supper\r\nby the\n\nriver ',
    venue: 'The\tBoathouse\u2028',
    summary: 'One.\nTwo.',
  })
  expect(event).toMatchObject({ title: 'Supper by the river', venue: 'The Boathouse', summary: 'One.\nTwo.' })
})

test('a new time notifies guests and the waiting list, a new summary no one, and new places go to the waiting list', async () => {
  const event = await write({ title: 'Supper' })
  await move(event, 'publish')
  const [ana, ben] = [await signUpPerson('Ana'), await signUpPerson('Ben')]
  for (const { browser } of [ana, ben]) await rsvp(browser, event)
  await sendLetters()
  const save = async (fields: Partial<EventFields>) => {
    const { version, slug } = await recordOf(event)
    expect((await patch(stan, urlOf(event), { ...walk, title: 'Supper', slug, ...fields, version })).statusCode).toBe(
      200,
    )
    return (await sendLetters()).map(({ to, subject }) => [to, subject])
  }
  expect(await save({ summary: 'Other words.' })).toEqual([])
  expect(await save({ starts: '2099-07-01T19:00' })).toEqual([
    [ana.signup.email, 'New time: Supper'],
    [ben.signup.email, 'New time: Supper'],
  ])
  expect(await save({ starts: '2099-07-01T19:00', places: 2 })).toEqual([
    [ben.signup.email, 'You have a place: Supper'],
  ])
  expect(await statuses(event)).toEqual({ Ana: 'going', Ben: 'going' })
})

test('the second of two people who edit an event reads who was first, and what they wrote', async () => {
  const event = await write()
  const edit = (caller: Caller, title: string, version: number) =>
    patch(caller, urlOf(event), { ...walk, slug: event.slug, title, version })
  const replies = await Promise.all([edit(ada, 'Ada’s', event.version), edit(stan, 'Stan’s', event.version)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const refused = replies.find(({ statusCode }) => statusCode === 409)!.json()
  expect(refused.error).toMatch(/^(Ada|Stan) .+ has saved this event since you opened it\./)
  expect((await edit(stan, 'After all', refused.current.version)).json()).toMatchObject({ title: 'After all' })
})

const valuesOf = {
  draft: { published_at: null },
  scheduled: { published_at: inHours(5) },
  upcoming: {},
  past: { starts_at: inHours(-30), ends_at: inHours(-28) },
  cancelled: { cancelled_at: inHours(-1) },
} satisfies Record<EventState, object>

test.each(states.flatMap((state) => (Object.keys(moves) as EventMove[]).map((to) => ({ state, move: to }))))(
  'an event that is $state reacts to $move as the table says, or says why not',
  async ({ state, move: to }) => {
    const event = await createEvent(valuesOf[state])
    const before = await recordOf(event)
    expect(before.state).toBe(state)
    const reply = await move(event, to)
    if (canMove(state, to)) expect(reply.json()).toMatchObject({ state: moves[to].to })
    else {
      expect([reply.statusCode, reply.json().error]).toEqual([409, expect.stringMatching(/^This event is .+\.$/)])
      expect(await recordOf(event)).toEqual(before)
    }
  },
)

test('one of two people who cancel at once succeeds, each guest gets one letter, and the event cannot be changed afterward', async () => {
  const event = await createEvent()
  const ana = await signUpPerson('Ana')
  await rsvp(ana.browser, event)
  await sendLetters()
  const replies = await Promise.all([move(event, 'cancel', ada), move(event, 'cancel')])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await sendLetters()).map(({ subject }) => subject)).toEqual(['Canceled: Homecoming'])
  const { version } = await recordOf(event)
  expect((await patch(stan, urlOf(event), { ...walk, version })).json().error).toContain('was canceled')
})

test('canceling an event with answers requires a fresh proof, and one without does not', async () => {
  const [answered, declined, unanswered] = [await createEvent(), await createEvent(), await createEvent()]
  const ana = await signUpPerson('Ana')
  await rsvp(ana.browser, answered)
  await rsvp(ana.browser, declined)
  await db.updateTable('event_rsvps').set({ status: 'cancelled' }).where('event_id', '=', declined.id).execute()
  await sql`update staff_sessions set proven_at = now() - interval '31 minutes'`.execute(db)
  for (const event of [answered, declined]) {
    const refused = await move(event, 'cancel')
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { prove: true, confirms: 'Cancel the event' }])
    expect((await recordOf(event)).state).toBe('upcoming')
  }
  expect((await move(answered, 'unpublish')).statusCode).toBe(409)
  expect((await move(unanswered, 'cancel')).json()).toMatchObject({ state: 'cancelled' })
  await sql`update staff_sessions set proven_at = now()`.execute(db)
  expect((await move(answered, 'cancel')).json()).toMatchObject({ state: 'cancelled' })
})

test('an event with answers cannot be unpublished, and only a draft can be deleted', async () => {
  const [event, draft] = [await createEvent(), await write()]
  const ana = await signUpPerson('Ana')
  await rsvp(ana.browser, event)
  expect((await move(event, 'unpublish')).json().error).toContain('Cancel it instead')
  const remove = (draft: { id: number }, version: number) =>
    stan.request({ method: 'DELETE', url: urlOf(draft), payload: { version } })
  expect((await remove(event, 1)).statusCode).toBe(409)
  expect((await remove(draft, draft.version)).statusCode).toBe(204)
  expect((await stan.get(urlOf(draft))).statusCode).toBe(404)
})

test('staff say yes for a champion, who gets the place or waits, and a letter', async () => {
  const event = await createEvent({ places: 1 })
  const [ana, ben] = [await signUpPerson('Ana'), await signUpPerson('Ben')]
  await sendLetters()
  const add = (email: string, guests = 0) => stan.post(`${urlOf(event)}/rsvps`, { email, guests })
  expect((await add(` ${ana.signup.email.toUpperCase()} `)).json()).toMatchObject({ status: 'going' })
  expect((await add(ben.signup.email)).json()).toEqual({ name: 'Ben García Márquez', status: 'waiting' })
  expect((await sendLetters()).map(({ to }) => to)).toEqual([ana.signup.email, ben.signup.email])
  const [stranger, crowd] = [await add('nobody@example.org'), await add(ana.signup.email, 9)]
  expect([stranger.statusCode, stranger.json().fields.email]).toEqual([422, 'No champion has this e-mail address.'])
  expect([crowd.statusCode, crowd.json().fields.guests]).toEqual([422, expect.stringContaining('without guests')])
})

test('answers are listed by last name, waiting ones in their order, and the file has all of them', async () => {
  const event = await createEvent({ places: 2 })
  const people = [
    await signUpPerson('Cleo', { last_name: 'Young' }),
    await signUpPerson('Dora', { last_name: 'adams' }),
    await signUpPerson('Ana'),
    await signUpPerson('Ben'),
  ]
  for (const { browser } of people) await rsvp(browser, event)
  const page = async (query: string) => (await stan.get(`${urlOf(event)}${query}`)).json<StaffEventPage>()
  const going = await page('')
  expect([going.status, going.rsvps.map(({ name }) => name)]).toEqual(['going', ['Dora adams', 'Cleo Young']])
  expect(going.event).toMatchObject({ taken: 2, can_mark: false, counts: { going: 2, waiting: 2 } })
  expect((await page('?status=waiting')).rsvps.map(({ name, line }) => [name.split(' ')[0], line])).toEqual([
    ['Ana', 1],
    ['Ben', 2],
  ])
  expect((await page('?status=all&q=young')).rsvps.map(({ name }) => name)).toEqual(['Cleo Young'])
  await setEvent(event, valuesOf.past)
  expect((await page('')).status).toBe('expected')
  const { body } = await stan.get(`${urlOf(event)}/rsvps.csv`)
  expect(body.trim().split('\r\n')).toHaveLength(5)
})

test('the list can be filtered by state, community and words, and has counts', async () => {
  const community = await createCommunity({ name: 'Kayakers' })
  const event = await write({ title: 'Upstream', community_id: community.id })
  const list = async (query: string) => (await stan.get(`${home}${query}`)).json<StaffEventsPage>()
  for (const query of ['?q=kayakers', `?community=${community.id}`, '?q=upstream&state=draft'])
    expect((await list(query)).events.map(({ id }) => id)).toEqual([event.id])
  expect((await list('?q=upstream&state=past')).events).toEqual([])
  const { counts, matching } = await list('')
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(matching)
})
