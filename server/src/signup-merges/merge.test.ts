import { expect, test } from 'vitest'
import { buildMergeStory, into, mergesUrl } from './testing/merge-story.ts'

const story = await buildMergeStory()
const { ada, stan, db, signup, read, merge, preview, createEvent, rsvp, comes, asChampion, em, seeMerge } = story

const eventsOf = async (id: number) =>
  db().selectFrom('activity_events').select(['type', 'payload']).where('signup_id', '=', id).orderBy('id').execute()
const rsvpsAt = (event: { id: number }) =>
  db()
    .selectFrom('event_rsvps')
    .select(['signup_id', 'status', 'guests'])
    .where('event_id', '=', event.id)
    .orderBy('id')
    .execute()

test('Stan merges Peggy’s second signup into her first: empty fields are filled, the others stay unless he chooses', async () => {
  const first = await signup({
    status: 'started',
    zip_code: null,
    city: null,
    phone: null,
    help_roles: '{mentor}' as never,
  })
  const second = await signup({
    phone: '+1 617 555 0142',
    buid: 'B00000004',
    status: 'linked',
    former_last_name: 'Jones',
    help_roles: '{speak,mentor}' as never,
    wants_reminders: false,
  })
  const request = { ...into(first, second), fields: { email: second.id } }
  const seen = await preview(request)
  expect((await read(first.id)).phone).toBeNull()
  const { status, merge: made, outcome } = await merge({ ...request, seen: seen.seen })
  expect([status, outcome]).toEqual([201, seen.outcome])
  expect(made).toMatchObject({ key: 'chosen', merged_by: stan.user!.name, undone_at: null })
  expect(outcome).toMatchObject({
    status: { before: 'started', after: 'linked' },
    fields: expect.arrayContaining([
      { field: 'email', before: first.email, after: second.email, from: second.id },
      { field: 'phone', before: null, after: '+1 617 555 0142', from: second.id },
      {
        field: 'help_roles',
        before: ['Mentor a student or a recent graduate'],
        after: ['Mentor a student or a recent graduate', 'Speak about my work or my research'],
        from: 'all',
      },
    ]) as unknown,
  })
  expect(await read(first.id)).toMatchObject({
    email: second.email,
    phone: '+1 617 555 0142',
    buid: 'B00000004',
    zip_code: '02118',
    former_last_name: 'Jones',
    wants_reminders: false,
    status: 'linked',
    help_roles: ['mentor', 'speak'],
  })
  expect(await read(second.id)).toMatchObject({ merged_into_id: first.id, deleted_at: expect.any(String) })
  expect((await eventsOf(first.id)).find(({ type }) => type === 'signup_merged')?.payload).toEqual({
    merge: made.id,
    sources: [second.id],
    key: 'chosen',
    by: stan.user!.id,
  })
})

test('whoever is signed in to the merged one stays signed in, and comes to the survivor', async () => {
  const [first, second] = [await signup({ first_name: 'Margaret' }), await signup()]
  const browser = await asChampion(second)
  expect((await merge(into(first, second))).outcome!.moved).toEqual([{ what: 'champion_sessions', count: 1 }])
  const hub = await browser.visit('/profile')
  expect(hub.statusCode).toBe(200)
  expect(hub.body).toContain('Margaret')
})

test('two Google accounts go on signing in; one alone moves to the survivor', async () => {
  const [first, second] = [await signup(), await signup({ google_uid: 'g-1', google_linked_at: '2026-01-01' })]
  const third = await signup({ google_uid: 'g-2', google_linked_at: '2026-02-02' })
  expect((await merge(into(first, second))).outcome!.google).toBe('moves')
  expect([(await read(first.id)).google_uid, (await read(second.id)).google_uid]).toEqual(['g-1', null])
  expect((await merge(into(first, third))).outcome!.google).toBe('both')
  expect((await read(third.id)).google_uid).toBe('g-2')
})

test('going beats waiting: the one place that she holds stays hers, and the other goes to the next who waits', async () => {
  const event = await createEvent({ places: 2, title: 'Reunion' })
  const one = await comes('Peggy')
  const other = await comes('Margaret')
  const siobhan = await comes('Siobhán')
  for (const { browser } of [one, other, siobhan]) await rsvp(browser, event)
  const { outcome, merge: made } = await merge(into(one.signup, other.signup))
  expect(outcome).toMatchObject({
    dropped: [{ what: 'event_rsvps', title: 'Reunion', was: 'going', kept: 'going' }],
    places: [{ what: 'event_rsvps', title: 'Reunion', count: 1 }],
  })
  expect(await rsvpsAt(event)).toEqual([
    { signup_id: one.signup.id, status: 'going', guests: 0 },
    { signup_id: siobhan.signup.id, status: 'going', guests: 0 },
  ])
  expect((await seeMerge(made.id)).undo).toMatchObject({ over: [{ title: 'Reunion', count: 1 }] })
})

test('what a source answers with more weight is what stays, with its guests', async () => {
  const event = await createEvent({ places: 3 })
  const [holder, waits] = [await comes('Holder'), await comes('Peggy')]
  const second = await comes('Margaret')
  await rsvp(holder.browser, event, 1)
  await rsvp(second.browser, event, 0)
  await rsvp(waits.browser, event, 2)
  await merge(into(waits.signup, second.signup))
  expect(await rsvpsAt(event)).toEqual([
    { signup_id: holder.signup.id, status: 'going', guests: 1 },
    { signup_id: waits.signup.id, status: 'going', guests: 0 },
  ])
})

test('an engagement of an event that both attended counts once, for the survivor’s alumnus', async () => {
  const event = await createEvent({
    starts_at: new Date(Date.now() - 3600_000),
    ends_at: new Date(Date.now() + 3600_000),
  })
  const [first, second] = [await signup({ buid: 'B00000004' }), await signup({ buid: 'B00000001' })]
  for (const { id, buid } of [first, second]) {
    const { id: engagement_id } = await db()
      .insertInto('engagements')
      .values({
        buid: buid!,
        activity_code: 'event_attended',
        engagement_date: '2026-11-01',
        description: 'Homecoming',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('event_rsvps')
      .values({ event_id: event.id, signup_id: id, status: 'attended', engagement_id })
      .execute()
  }
  expect((await merge(into(first, second))).outcome!.engagements.removed).toBeGreaterThan(0)
  const left = await db().selectFrom('engagements').select('buid').execute()
  expect(left).toEqual([{ buid: 'B00000004' }])
})

test('the same request again changes nothing; another person reads who was first', async () => {
  const [first, second] = [await signup(), await signup()]
  const { merge: made } = await merge(into(first, second))
  const before = await eventsOf(first.id)
  expect(await merge(into(first, second))).toMatchObject({ status: 201, merge: { id: made.id } })
  expect(await eventsOf(first.id)).toEqual(before)
  expect(await merge(into(first, second), ada)).toMatchObject({
    status: 409,
    error: `${stan.user!.name} has merged signup ${second.id} into signup ${first.id}.`,
    links: { merge: `${mergesUrl}/${made.id}` },
  })
})

test('of two people at once one wins', async () => {
  const [first, second, third] = [await signup(), await signup(), await signup()]
  const replies = await Promise.all([
    merge(into(first, second)),
    merge(into(third, second), ada),
    merge(into(second, first), ada),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  for (const { status, error } of replies)
    if (status === 409) expect(error).toMatch(/has merged signup \d+ into signup/)
})

test('a merge that would do something else than its preview is refused', async () => {
  const [first, second] = [await signup(), await signup()]
  const { seen } = await preview(into(first, second))
  await db().updateTable('champion_signups').set({ phone: '617 555 0100' }).where('id', '=', second.id).execute()
  expect(await merge({ ...into(first, second), seen })).toMatchObject({
    status: 409,
    error: 'Something about these signups has changed since you looked. Look at the preview again.',
  })
})

test('what makes no sense is refused in words', async () => {
  const [first, second, gone] = [await signup(), await signup(), await signup({ deleted_at: new Date() })]
  expect(await merge(into(first, first))).toMatchObject({ status: 400, error: 'Choose each signup once.' })
  expect(await merge(into(first))).toMatchObject({ status: 400, error: 'Choose what is to be merged.' })
  expect(await merge({ ...into(first, second), fields: { phone: gone.id } })).toMatchObject({
    status: 400,
    fields: { phone: expect.any(String) },
  })
  expect(await merge({ ...into(first, second), fields: { email: 'all' } })).toMatchObject({ status: 400 })
  expect(await merge(into(first, gone))).toMatchObject({ status: 409, error: `Signup ${gone.id} was deleted.` })
  expect(await merge({ ...into(first), source_ids: [999_999] })).toMatchObject({ status: 404 })
  expect(
    await em().getKysely().selectFrom('signup_merges').select('id').where('survivor_id', '=', first.id).execute(),
  ).toEqual([])
})
