import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { declineInvitation } from '../../publications/events/answer-event.ts'
import type { Db } from '../../foundations/database/db.ts'
import type { SignupValues } from '../../../testing/champions.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { survivorOf } from '../record/find-signup.ts'
import { mergeSignups } from './merge.ts'
import { answerRules } from '../../publications/champion-answers.ts'
import { buildMergeStory, buildMergeRequest, mergesUrl } from './testing/merge-story.ts'

const story = await buildMergeStory()
const { ada, stan, db, signup, read, merge, preview, createEvent, rsvp, signUpPerson, asChampion, readMerge } = story

const eventsOf = async (id: number) =>
  db.selectFrom('activity_events').select(['type', 'payload']).where('signup_id', '=', id).orderBy('id').execute()
const person = survivorOf(sql.ref('signup_id'))
const rsvpsAt = (event: { id: number }) =>
  db
    .selectFrom('event_rsvps')
    .select([person.as('signup_id'), 'status', 'guests'])
    .where('event_id', '=', event.id)
    .orderBy('id')
    .execute()

test('Stan merges Peggy’s second signup into her first: empty fields are filled, and others change only if he chooses so', async () => {
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
  const request = { ...buildMergeRequest(first, second), fields: { email: second.id } }
  const previewed = await preview(request)
  expect((await read(first.id)).phone).toBeNull()
  const { status, merge: made, outcome } = await merge({ ...request, seen: previewed.seen })
  expect([status, outcome]).toEqual([201, previewed.outcome])
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

test('a session of the merged signup continues as the survivor', async () => {
  const [first, second] = [await signup({ first_name: 'Margaret' }), await signup()]
  const browser = await asChampion(second)
  expect((await merge(buildMergeRequest(first, second))).status).toBe(201)
  const hub = await browser.visit('/profile')
  expect(hub.statusCode).toBe(200)
  expect(hub.body).toContain('Margaret')
})

test('a single Google account moves to the survivor, and two accounts can both still sign in', async () => {
  const [first, second] = [await signup(), await signup({ google_uid: 'g-1', google_linked_at: '2026-01-01' })]
  const third = await signup({ google_uid: 'g-2', google_linked_at: '2026-02-02' })
  expect((await merge(buildMergeRequest(first, second))).outcome!.google).toBe('moves')
  expect([(await read(first.id)).google_uid, (await read(second.id)).google_uid]).toEqual(['g-1', null])
  expect((await merge(buildMergeRequest(first, third))).outcome!.google).toBe('both')
  expect((await read(third.id)).google_uid).toBe('g-2')
})

test('an answer of going precedes waiting, the survivor keeps one place, and the other goes to the next on the waiting list', async () => {
  const event = await createEvent({ places: 2, title: 'Reunion' })
  const peggy = await signUpPerson('Peggy')
  const margaret = await signUpPerson('Margaret')
  const siobhan = await signUpPerson('Siobhán')
  for (const { browser } of [peggy, margaret, siobhan]) await rsvp(browser, event)
  const { outcome, merge: made } = await merge(buildMergeRequest(peggy.signup, margaret.signup))
  expect(outcome).toMatchObject({
    dropped: [{ what: 'event_rsvps', title: 'Reunion', was: 'going', kept: 'going' }],
    places: [{ what: 'event_rsvps', title: 'Reunion', count: 1 }],
  })
  expect(await rsvpsAt(event)).toEqual([
    { signup_id: peggy.signup.id, status: 'going', guests: 0 },
    { signup_id: siobhan.signup.id, status: 'going', guests: 0 },
  ])
  expect((await readMerge(made.id)).undo).toMatchObject({ over: [{ title: 'Reunion', count: 1 }] })
})

test('the source’s answer replaces a weaker one, with its guests', async () => {
  const event = await createEvent({ places: 3 })
  const [holder, waits] = [await signUpPerson('Holder'), await signUpPerson('Peggy')]
  const second = await signUpPerson('Margaret')
  await rsvp(holder.browser, event, 1)
  await rsvp(second.browser, event, 0)
  await rsvp(waits.browser, event, 2)
  await merge(buildMergeRequest(waits.signup, second.signup))
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
    const { id: engagement_id } = await db
      .insertInto('engagements')
      .values({
        buid: buid!,
        activity_code: 'event_attended',
        engagement_date: '2026-11-01',
        description: 'Homecoming',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('event_rsvps')
      .values({ event_id: event.id, signup_id: id, status: 'attended', engagement_id })
      .execute()
  }
  expect((await merge(buildMergeRequest(first, second))).outcome!.engagements.removed).toBeGreaterThan(0)
  const engagements = await db.selectFrom('engagements').select('buid').execute()
  expect(engagements).toEqual([{ buid: 'B00000004' }])
})

test.each([
  { first: '2026-01-01', second: '2026-05-05', newest: 'of 2026-05-05' },
  { first: '2026-05-05', second: '2026-01-01', newest: 'of 2026-05-05' },
  { first: null, second: '2026-01-01', newest: 'of 2026-01-01' },
  { first: '2026-01-01', second: null, newest: 'of 2026-01-01' },
])('the newest consent is kept: $first, $second', async ({ first, second, newest }) => {
  const signUpWithConsent = (date: string | null) =>
    signup({ consented_at: date && `${date}T12:00:00Z`, privacy_policy_version: date && `of ${date}` })
  const [survivor, source] = [await signUpWithConsent(first), await signUpWithConsent(second)]
  await merge(buildMergeRequest(survivor, source))
  const { privacy_policy_version, consented_at } = await read(survivor.id)
  expect([privacy_policy_version, `of ${consented_at!.slice(0, 10)}`]).toEqual([newest, newest])
})

test.each(['going', 'attended', 'absent'] as const)(
  'the removed one of two equal answers frees its place even if staff have marked it: %s',
  async (status) => {
    const event = await createEvent({ places: 2 })
    const [peggy, margaret, siobhan] = [
      await signUpPerson('Peggy'),
      await signUpPerson('Margaret'),
      await signUpPerson('Siobhán'),
    ]
    for (const { browser } of [peggy, margaret, siobhan]) await rsvp(browser, event)
    await db.updateTable('event_rsvps').set({ status }).where('signup_id', '=', margaret.signup.id).execute()
    await db.updateTable('event_rsvps').set({ status }).where('signup_id', '=', peggy.signup.id).execute()
    await merge(buildMergeRequest(peggy.signup, margaret.signup))
    expect(await story.statuses(event)).toEqual({ Peggy: status, Siobhán: 'going' })
  },
)

test('an answer that changes during a merge is merged with its new value', async () => {
  const event = await createEvent({ places: 1 })
  const [waits, goes] = [await signUpPerson('Peggy'), await signUpPerson('Margaret')]
  for (const { browser } of [goes, waits]) await rsvp(browser, event)
  const margaretCancels = (db: Db) => declineInvitation(db, { event: event.id, signup: goes.signup.id })
  const [made] = await runDuring(db, margaretCancels, [() => merge(buildMergeRequest(waits.signup, goes.signup))])
  expect([made.status, await story.statuses(event)]).toEqual([201, { Peggy: 'going' }])
})

test('the key of a merge is “buid” or “email” if these match, and “chosen” for names and phones alone', async () => {
  const keyOf = async (...values: [SignupValues, SignupValues]) => {
    const [survivor, source] = [await signup(values[0]), await signup(values[1])]
    const { merge: made } = await merge(buildMergeRequest(survivor, source))
    const event = (await eventsOf(survivor.id)).find(({ type }) => type === 'signup_merged')
    return [made.key, (event!.payload as { key: string }).key]
  }
  const apart = { zip_code: null, postal_code: null }
  expect(await keyOf({ buid: 'B00000001' }, { buid: 'B00000001' })).toEqual(['buid', 'buid'])
  const withOtherEmail = { ...apart, email: 'peggy.home@example.org' }
  expect(await keyOf(withOtherEmail, { ...apart, buid: 'B00000004' })).toEqual(['email', 'email'])
  expect(await keyOf({}, {})).toEqual(['chosen', 'chosen'])
  const phone = { ...apart, phone: '617 555 0177' }
  expect(await keyOf(phone, phone)).toEqual(['chosen', 'chosen'])
})

test('Margaret’s pending change of address survives the merge, and Peggy’s is canceled', async () => {
  const [margaret, peggy] = [await signup(), await signup()]
  const requestEmailChange = async (champion: typeof margaret, email: string) => {
    await (await asChampion(champion)).submit('/profile/email', { email })
    const letter = (await story.sendLetters()).find(({ to }) => to === email)!
    return /\/profile\/email\/[\w-]{43}/.exec(letter.text)![0]
  }
  const hers = await requestEmailChange(margaret, 'margaret.new@example.org')
  const other = await requestEmailChange(peggy, 'peggy.new@example.org')
  await merge(buildMergeRequest(margaret, peggy))
  expect((await story.visitor.submit(other, {})).statusCode).toBe(410)
  expect((await story.visitor.submit(hers, {})).statusCode).toBe(200)
  expect((await read(margaret.id)).email).toBe('margaret.new@example.org')
})

test('after an undo the same signups can be merged again, and deleted ones cannot', async () => {
  const [first, second] = [await signup(), await signup()]
  const { merge: made } = await merge(buildMergeRequest(first, second))
  await story.undo(made.id)
  const again = await merge(buildMergeRequest(first, second))
  expect([again.status, again.merge.id === made.id]).toEqual([201, false])
  expect((await read(second.id)).merged_into_id).toBe(first.id)
  await story.undo(again.merge.id)
  await db.updateTable('champion_signups').set({ deleted_at: new Date() }).where('id', '=', second.id).execute()
  expect(await merge(buildMergeRequest(first, second))).toMatchObject({
    status: 409,
    error: `Signup ${second.id} was deleted.`,
  })
})

test('a repeated request changes nothing, and another person reads who was first', async () => {
  const [first, second] = [await signup(), await signup()]
  const { merge: made } = await merge(buildMergeRequest(first, second))
  const before = await eventsOf(first.id)
  expect(await merge(buildMergeRequest(first, second))).toMatchObject({ status: 201, merge: { id: made.id } })
  expect(await eventsOf(first.id)).toEqual(before)
  expect(await merge(buildMergeRequest(first, second), ada)).toMatchObject({
    status: 409,
    error: `${stan.user!.name} has merged signup ${second.id} into signup ${first.id}.`,
    links: { merge: `${mergesUrl}/${made.id}` },
  })
})

test('one of two simultaneous merges wins', async () => {
  const [first, second, third] = [await signup(), await signup(), await signup()]
  const replies = await runDuring(
    db,
    (db) => mergeSignups(db, buildMergeRequest(first, second), stan.user!, answerRules),
    [() => merge(buildMergeRequest(third, second), ada), () => merge(buildMergeRequest(second, first), ada)],
  )
  for (const { status, error } of replies)
    expect([status, error]).toEqual([409, `${stan.user!.name} has merged signup ${second.id} into signup ${first.id}.`])
})

test('a merge that would differ from its preview is refused', async () => {
  const [first, second] = [await signup(), await signup()]
  const { seen } = await preview(buildMergeRequest(first, second))
  await db.updateTable('champion_signups').set({ phone: '617 555 0100' }).where('id', '=', second.id).execute()
  expect(await merge({ ...buildMergeRequest(first, second), seen })).toMatchObject({
    status: 409,
    error: 'These signups have changed since you opened the preview. Check the new preview.',
  })
})

test('an invalid merge is refused with a message', async () => {
  const [first, second, gone] = [await signup(), await signup(), await signup({ deleted_at: new Date() })]
  expect(await merge(buildMergeRequest(first, first))).toMatchObject({ status: 400, error: 'Choose each signup once.' })
  expect(await merge(buildMergeRequest(first))).toMatchObject({ status: 400, error: 'Choose what is to be merged.' })
  expect(await merge({ ...buildMergeRequest(first, second), fields: { phone: gone.id } })).toMatchObject({
    status: 400,
    fields: { phone: expect.any(String) },
  })
  expect(await merge({ ...buildMergeRequest(first, second), fields: { email: 'all' } })).toMatchObject({ status: 400 })
  expect(await merge(buildMergeRequest(first, gone))).toMatchObject({
    status: 409,
    error: `Signup ${gone.id} was deleted.`,
  })
  expect(await merge({ ...buildMergeRequest(first), source_ids: [999_999] })).toMatchObject({ status: 404 })
  expect(await db.selectFrom('signup_merges').select('id').where('survivor_id', '=', first.id).execute()).toEqual([])
})
