import { expect, test } from 'vitest'
import { lockEvent } from '../../publications/events/answer-event.ts'
import { rememberDevice } from '../sign-in/devices.ts'
import { writeActivityEvent } from '../record/activity-events.ts'
import { eraseDeletedSignups } from '../profile/erase-signups.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { buildMergeStory, buildMergeRequest, mergesUrl } from './testing/merge-story.ts'
import { answerRules } from '../../publications/champion-answers.ts'
import { undoMerge } from './undo.ts'

const story = await buildMergeStory()
const {
  ada,
  stan,
  db,
  signup,
  read,
  merge,
  undo,
  readMerge,
  createEvent,
  createCommunity,
  rsvp,
  signUpPerson,
  config,
} = story

const rowsOf = async (table: 'event_rsvps' | 'community_members', ids: number[]) =>
  db.selectFrom(table).selectAll().where('signup_id', 'in', ids).orderBy('signup_id').execute()

test('an undo restores everything, including the exact times', async () => {
  const event = await createEvent()
  const community = await createCommunity()
  const [peggy, margaret] = [
    await signUpPerson('Peggy', { phone: null }),
    await signUpPerson('Margaret', { phone: '617 555 0101' }),
  ]
  const ids = [peggy.signup.id, margaret.signup.id]
  await rsvp(peggy.browser, event, 1)
  await rsvp(margaret.browser, event, 2)
  for (const signup_id of ids)
    await db.insertInto('community_members').values({ community_id: community.id, signup_id }).execute()
  const before = [
    await read(ids[0]!),
    await read(ids[1]!),
    await rowsOf('event_rsvps', ids),
    await rowsOf('community_members', ids),
  ]
  const { merge: made } = await merge(buildMergeRequest(peggy.signup, margaret.signup))
  const undone = await undo(made.id)
  expect(undone).toMatchObject({
    status: 200,
    merge: { undone_by: stan.user!.name },
    undo: { refusals: [], kept: [], over: [] },
  })
  expect([
    await read(ids[0]!),
    await read(ids[1]!),
    await rowsOf('event_rsvps', ids),
    await rowsOf('community_members', ids),
  ]).toEqual(before)
  expect((await margaret.browser.visit('/profile')).body).toContain('Margaret')
})

test('later edits stay on the survivor, and are listed', async () => {
  const event = await createEvent({ title: 'Reunion' })
  const later = await createEvent({ title: 'Homecoming' })
  const [peggy, margaret] = [
    await signUpPerson('Peggy', { phone: null }),
    await signUpPerson('Margaret', { phone: '617 555 0101', city: 'Cary' }),
  ]
  await rsvp(margaret.browser, event)
  const { merge: made } = await merge({
    ...buildMergeRequest(peggy.signup, margaret.signup),
    fields: { first_name: margaret.signup.id },
  })
  await db
    .updateTable('champion_signups')
    .set({ phone: '617 555 0999', city: 'Raleigh' })
    .where('id', '=', peggy.signup.id)
    .execute()
  await rsvp(peggy.browser, event, 2)
  await rsvp(peggy.browser, later)
  const { undo: preview } = await readMerge(made.id)
  expect(preview).toMatchObject({ refusals: [] })
  expect((await read(margaret.signup.id)).merged_into_id).toBe(peggy.signup.id)
  const { undo: outcome } = await undo(made.id)
  expect(outcome).toEqual(preview)
  expect(outcome!.kept).toEqual([
    {
      what: 'champion_signups',
      signup_id: peggy.signup.id,
      title: null,
      field: 'phone',
      value: '617 555 0999',
      how: 'changed',
    },
    {
      what: 'champion_signups',
      signup_id: peggy.signup.id,
      title: null,
      field: 'location',
      value: 'Raleigh, 02118',
      how: 'changed',
    },
    {
      what: 'event_rsvps',
      signup_id: margaret.signup.id,
      title: 'Reunion',
      field: null,
      value: 'going with 2 guests',
      how: 'changed',
    },
    { what: 'event_rsvps', signup_id: peggy.signup.id, title: 'Homecoming', field: null, value: 'going', how: 'new' },
  ])
  expect(await read(peggy.signup.id)).toMatchObject({ first_name: 'Peggy', phone: '617 555 0999', city: 'Raleigh' })
  expect(await read(margaret.signup.id)).toMatchObject({
    phone: '617 555 0101',
    deleted_at: null,
    merged_into_id: null,
  })
})

test('a place that was passed on is not taken back, and the page says that the event is overbooked by one', async () => {
  const event = await createEvent({ places: 2, title: 'Dinner' })
  const [peggy, margaret, siobhan] = [
    await signUpPerson('Peggy'),
    await signUpPerson('Margaret'),
    await signUpPerson('Siobhán'),
  ]
  for (const { browser } of [peggy, margaret, siobhan]) await rsvp(browser, event)
  const { merge: made } = await merge(buildMergeRequest(peggy.signup, margaret.signup))
  expect((await undo(made.id)).undo!.over).toEqual([{ what: 'event_rsvps', title: 'Dinner', count: 1 }])
  expect(await story.statuses(event)).toEqual({ Peggy: 'going', Margaret: 'going', Siobhán: 'going' })
})

test('nested merges are undone in reverse order', async () => {
  const [a, b, c] = [await signup(), await signup(), await signup()]
  const first = (await merge(buildMergeRequest(b, a))).merge
  const second = (await merge(buildMergeRequest(c, b))).merge
  expect(await undo(first.id)).toMatchObject({
    status: 409,
    error: `Signup ${b.id} has since been merged into signup ${c.id}. Undo that merge first.`,
    links: { self: `${mergesUrl}/${second.id}` },
  })
  expect((await undo(second.id)).status).toBe(200)
  expect((await undo(first.id)).status).toBe(200)
  expect([await read(a.id), await read(b.id), await read(c.id)]).toEqual([a, b, c])
})

test('the later of two merges into one signup is undone first', async () => {
  const [a, b, c] = [await signup(), await signup({ phone: '1234567' }), await signup({ phone: '7654321' })]
  const first = (await merge(buildMergeRequest(a, b))).merge
  const second = (await merge({ ...buildMergeRequest(a, c), fields: { phone: c.id } })).merge
  expect((await undo(first.id)).error).toBe(
    `Another signup was merged into signup ${a.id} later. Undo that merge first.`,
  )
  expect([(await undo(second.id)).status, (await undo(first.id)).status]).toEqual([200, 200])
  expect([await read(a.id), await read(b.id), await read(c.id)]).toEqual([a, b, c])
})

test('a repeated undo changes nothing, and one of two simultaneous undos wins', async () => {
  const [a, b] = [await signup(), await signup()]
  const { merge: made } = await merge(buildMergeRequest(a, b))
  const [byStan, byAda] = await Promise.all([undo(made.id), undo(made.id, ada)])
  expect([byStan.status, byAda.status].toSorted()).toEqual([200, 409])
  const [winner, loser] = byStan.status === 200 ? [stan, byAda] : [ada, byStan]
  expect(loser.error).toBe(`${winner.user!.name} has already undone this merge.`)
  expect(await undo(made.id, winner)).toMatchObject({ status: 200, merge: { undone_by: winner.user!.name } })
  expect((await story.ada.post(`${mergesUrl}/999999/undo`)).statusCode).toBe(404)
})

test('the second of two people who undo at the same moment reads who was first', async () => {
  const [a, b] = [await signup(), await signup()]
  const { merge: made } = await merge(buildMergeRequest(a, b))
  const [hers] = await runDuring(db, (db) => undoMerge(db, made.id, stan.user!, answerRules), [
    () => undo(made.id, ada),
  ])
  expect([hers.status, hers.error]).toEqual([409, `${stan.user!.name} has already undone this merge.`])
})

test('an answer that is given during an undo does not deadlock with it', async () => {
  const event = await createEvent()
  const [peggy, margaret] = [await signUpPerson('Peggy'), await signUpPerson('Margaret')]
  for (const { browser } of [peggy, margaret]) await rsvp(browser, event)
  const { merge: made } = await merge(buildMergeRequest(peggy.signup, margaret.signup))
  const [answered, undone] = await runDuring(db, (db) => lockEvent(db, event.id), [
    () => rsvp(peggy.browser, event, 2),
    () => undo(made.id),
  ])
  expect([answered.statusCode, undone.status]).toEqual([303, 200])
})

test('an undo is refused if someone has since signed up with the address that would be restored', async () => {
  const [a, b] = [await signup(), await signup()]
  const { merge: made } = await merge(buildMergeRequest(a, b))
  const successor = await signup({ email: b.email.toUpperCase() })
  expect(await undo(made.id)).toMatchObject({
    status: 409,
    error: `The address ${b.email} of signup ${b.id} now belongs to signup ${successor.id}, whose owner signs in with it. Change that address, or merge the two signups.`,
  })
  expect((await readMerge(made.id)).undo!.refusals).toHaveLength(1)
  expect((await read(b.id)).deleted_at).not.toBeNull()
})

test('an undo is refused while a device is remembered by an address that would go back, and names the device', async () => {
  const [a, b] = [await signup(), await signup()]
  const { merge: made } = await merge({ ...buildMergeRequest(a, b), fields: { email: b.id } })
  await writeActivityEvent(db, { type: 'signin_completed', signup: a.id, payload: { method: 'code' } })
  const device = await rememberDevice(db, config, { signup: a, name: 'Firefox on Windows' })
  expect((await undo(made.id)).error).toBe(
    `Firefox on Windows has since been remembered, after a sign-in with the address ${b.email} that the undo takes away. Revoke it first.`,
  )
  await db.updateTable('champion_devices').set({ revoked_at: new Date() }).where('id', '=', device.id).execute()
  expect((await undo(made.id)).status).toBe(200)
  expect(await read(a.id)).toEqual(a)
})

test('a sign-in by the survivor’s own address stays with the survivor', async () => {
  const [a, b] = [await signup(), await signup()]
  const { merge: made } = await merge(buildMergeRequest(a, b))
  await writeActivityEvent(db, { type: 'signin_completed', signup: a.id, payload: { method: 'code' } })
  await rememberDevice(db, config, { signup: a, name: 'Safari on a Mac' })
  expect((await undo(made.id)).undo!.kept).toMatchObject([
    { what: 'champion_devices', title: 'Safari on a Mac', how: 'new' },
  ])
})

test('sessions and devices of the survivor from before the merge do not block its undo', async () => {
  const [a, b] = [await signup(), await signup()]
  await rememberDevice(db, config, { signup: a, name: 'Safari on a Mac' })
  await story.asChampion(a)
  const { merge: made } = await merge({ ...buildMergeRequest(a, b), fields: { email: b.id } })
  await writeActivityEvent(db, { type: 'signin_completed', signup: a.id, payload: { method: 'code' } })
  expect(await undo(made.id)).toMatchObject({ status: 200 })
})

test('an undo is refused if a Google account was linked since, and one that was unlinked since stays unlinked', async () => {
  const [a, b] = [await signup(), await signup({ google_uid: 'back', google_linked_at: '2026-03-03' })]
  const { merge: made } = await merge(buildMergeRequest(a, b))
  const google = (google_uid: string | null) =>
    db.updateTable('champion_signups').set({ google_uid }).where('id', '=', a.id).execute()
  await google('another')
  expect((await undo(made.id)).error).toMatch(/^A Google account has since been linked/)
  await google(null)
  expect((await undo(made.id)).status).toBe(200)
  expect([(await read(a.id)).google_uid, (await read(b.id)).google_uid]).toEqual([null, null])
})

test('a merge cannot be undone after its people are erased', async () => {
  const [a, b] = [await signup(), await signup({ phone: '617 555 0188' })]
  const { merge: made } = await merge(buildMergeRequest(a, b))
  await db.updateTable('champion_signups').set({ deleted_at: '2026-01-01' }).where('id', '=', a.id).execute()
  await eraseDeletedSignups(db)
  const merges = await db.selectFrom('signup_merges').select('saved').where('id', '=', made.id).execute()
  expect(merges).toEqual([{ saved: null }])
  expect(await readMerge(made.id)).toMatchObject({
    outcome: null,
    undo: { refusals: [{ message: expect.any(String) }] },
  })
})
