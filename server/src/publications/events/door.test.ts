import { randomUUID } from 'node:crypto'
import type { DoorMark, DoorPage } from '@alumni/shared/publications/door'
import type { RsvpStatus } from '@alumni/shared/publications/content'
import { expect, test } from 'vitest'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const story = await buildContentStory()
const { as, createEvent, signUpPerson, statuses, db } = story
const [stan, vera] = [await as('staff'), await as('viewer')]
const { add } = recordsOf(story)
const today = { starts_at: inHours(-2), ends_at: inHours(2) }
let buids = 0

async function addGuest(event: { id: number }, name: string, status: RsvpStatus = 'going') {
  const buid = `B${String(71_000_000 + (buids += 1))}`
  await add('alumni', { buid, first_name: name, last_name: 'Álvarez' })
  const { signup } = await signUpPerson(name, { buid, status: 'linked' })
  const { id } = await db
    .insertInto('event_rsvps')
    .values({ event_id: event.id, signup_id: signup.id, status })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, buid, signup }
}
const engagementsOf = (buid: string) =>
  db.selectFrom('engagements').select('activity_code').where('buid', '=', buid).execute()
function findZoneAtNoon(): string {
  const behind = new Date().getUTCHours() - 12
  return `Etc/GMT${behind < 0 ? '' : '+'}${behind}`
}
const urlOf = ({ id }: { id: number }) => `/champion_signups/events/${id}/door`
const listOf = async (event: { id: number }) => (await stan.get(urlOf(event))).json<DoorPage>()
const send = (event: { id: number }, ...marks: DoorMark[]) => stan.post(urlOf(event), { marks })
const mark = (rsvp: { id: number }, attendance: DoorMark['attendance'] = 'attended'): DoorMark => ({
  id: randomUUID(),
  rsvp: rsvp.id,
  attendance,
})

test('Stan’s list at the door has the names without addresses and numbers', async () => {
  const event = await createEvent(today)
  const [zoe, ana] = [await addGuest(event, 'Zoe'), await addGuest(event, 'Ana', 'waiting')]
  const reply = await stan.get(urlOf(event))
  expect(reply.headers['cache-control']).toBe('no-store')
  const [shape, noGuests] = [expect.stringMatching(/^[0-9A-Z]{3}-[0-9A-Z]{3}$/), { guests: 0, marked_at: null }]
  expect(reply.json<DoorPage>().guests).toEqual([
    { ...noGuests, id: ana.id, name: 'Ana García Márquez', status: 'waiting', unmarked: 'waiting', code: shape },
    { ...noGuests, id: zoe.id, name: 'Zoe García Márquez', status: 'going', unmarked: 'going', code: shape },
  ])
  expect(reply.body).not.toMatch(/@|B7100/)
  expect((await vera.get(urlOf(event))).statusCode).toBe(403)
  expect((await stan.get(urlOf({ id: 999_999 }))).statusCode).toBe(404)
})

test('a guest who is let in has attended with an engagement, and a repeated mark does not revert a colleague’s correction', async () => {
  const event = await createEvent(today)
  const rosa = await addGuest(event, 'Rosa')
  const tap = mark(rosa)
  const replies = await Promise.all([1, 2, 3].map(() => send(event, tap)))
  expect(replies.map((reply) => reply.json().marked).toSorted()).toEqual([0, 0, 1])
  expect(await engagementsOf(rosa.buid)).toEqual([{ activity_code: 'event_attended' }])
  await stan.post(urlOf(event).replace('door', 'attendance'), { attendance: 'going', ids: [rosa.id] })
  expect((await send(event, tap)).json()).toEqual({ marked: 0, refused: [] })
  expect(await statuses(event)).toEqual({ Rosa: 'going' })
  expect(await engagementsOf(rosa.buid)).toEqual([])
})

test('marks made offline are applied at once and in order, and an undone one has no effect', async () => {
  const event = await createEvent(today)
  const [rosa, ben, wen] = [
    await addGuest(event, 'Rosa'),
    await addGuest(event, 'Ben'),
    await addGuest(event, 'Wen', 'waiting'),
  ]
  const reply = await send(event, mark(rosa), mark(ben), mark(ben, 'going'), mark(wen))
  expect(reply.json()).toEqual({ marked: 2, refused: [] })
  expect(await statuses(event)).toEqual({ Rosa: 'attended', Ben: 'going', Wen: 'attended' })
  expect((await send(event, mark(rosa, 'going'))).json()).toEqual({ marked: 1, refused: [] })
  expect(await statuses(event)).toMatchObject({ Rosa: 'going' })
})

test('undoing restores Wen’s place on the waiting list and Ben’s cancellation, and no one is notified of marks in between', async () => {
  const event = await createEvent({
    starts_at: inHours(1),
    ends_at: inHours(3),
    time_zone: findZoneAtNoon(),
    places: 1,
  })
  const rosa = await addGuest(event, 'Rosa')
  const [wen, yan] = [await addGuest(event, 'Wen', 'waiting'), await addGuest(event, 'Yan', 'waiting')]
  const ben = await addGuest(event, 'Ben', 'cancelled')
  await send(event, mark(wen), mark(ben), mark(yan), mark(yan, 'going'))
  expect(await statuses(event)).toEqual({ Rosa: 'going', Wen: 'attended', Yan: 'waiting', Ben: 'attended' })
  expect((await listOf(event)).guests.find(({ id }) => id === wen.id)).toMatchObject({
    status: 'attended',
    unmarked: 'waiting',
    marked_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect((await send(event, mark(wen, 'going'), mark(ben, 'going'))).json()).toEqual({ marked: 2, refused: [] })
  expect(await statuses(event)).toEqual({ Rosa: 'going', Wen: 'waiting', Yan: 'waiting', Ben: 'cancelled' })
  expect(await engagementsOf(wen.buid)).toEqual([])

  await stan.post(urlOf(event).replace('door', 'attendance'), { attendance: 'attended', ids: [wen.id] })
  await db.updateTable('event_rsvps').set({ status: 'cancelled' }).where('id', '=', rosa.id).execute()
  await send(event, mark(wen, 'going'))
  // A place became free while Wen was marked, and Wen is first on the waiting list.
  expect(await statuses(event)).toEqual({ Rosa: 'cancelled', Wen: 'going', Yan: 'waiting', Ben: 'cancelled' })
})

test('an undo of a mark that never arrived does not change a guest whom a colleague marked as absent', async () => {
  const event = await createEvent(today)
  const rosa = await addGuest(event, 'Rosa')
  await stan.post(urlOf(event).replace('door', 'attendance'), { attendance: 'absent', ids: [rosa.id] })
  expect((await send(event, mark(rosa, 'going'))).json()).toEqual({ marked: 0, refused: [] })
  expect(await statuses(event)).toEqual({ Rosa: 'absent' })
})

test('no one can be marked before the day, which the list says, or at a canceled event', async () => {
  const [ahead, cancelled] = [await createEvent(), await createEvent({ ...today, cancelled_at: inHours(-40) })]
  for (const event of [ahead, cancelled]) {
    const rosa = await addGuest(event, 'Rosa')
    expect((await send(event, mark(rosa))).statusCode).toBe(409)
    expect(await statuses(event)).toEqual({ Rosa: 'going' })
  }
  expect(Date.parse((await listOf(ahead)).event.opens_at)).toBeGreaterThan(Date.now())
  expect((await listOf(cancelled)).event.is_cancelled).toBe(true)
})

test('a guest of another event cannot be marked here', async () => {
  const [event, other] = [await createEvent(today), await createEvent(today)]
  const rosa = await addGuest(other, 'Rosa')
  expect((await send(event, mark(rosa))).json()).toMatchObject({ marked: 0 })
  expect(await statuses(other)).toEqual({ Rosa: 'going' })
})
