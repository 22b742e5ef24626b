import { expect, test } from 'vitest'
import {
  canMoveRsvp,
  attendances,
  rsvpStatuses,
  type Attendance,
  type RsvpStatus,
} from '@alumni/shared/publications/content'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const story = await buildContentStory()
const { as, createEvent, signUpPerson, statuses, db } = story
const [stan, ada] = [await as('staff'), await as('admin')]
const { add } = recordsOf(story)
const yesterday = { starts_at: inHours(-30), ends_at: inHours(-28) }
let buids = 0

async function addGuest(event: { id: number }, name: string, status: RsvpStatus = 'going') {
  const buid = `B${String(70_000_000 + (buids += 1))}`
  await add('alumni', { buid, first_name: name, last_name: 'Álvarez' })
  const { signup } = await signUpPerson(name, { buid, status: 'linked' })
  return { buid, signup, id: await answer(event, signup, status) }
}
async function answer(event: { id: number }, signup: { id: number }, status: RsvpStatus): Promise<number> {
  const { id } = await db
    .insertInto('event_rsvps')
    .values({ event_id: event.id, signup_id: signup.id, status })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const engagementsOf = async (buid: string) =>
  (await db.selectFrom('engagements').select(['activity_code', 'description']).where('buid', '=', buid).execute()).map(
    ({ description }) => description,
  )
const urlOf = ({ id }: { id: number }) => `/champion_signups/events/${id}`
const mark = (event: { id: number }, body: object, caller = stan) => caller.post(`${urlOf(event)}/attendance`, body)

test.each(
  rsvpStatuses.flatMap((status) =>
    (Object.keys(attendances) as Attendance[]).map((attendance) => ({ status, attendance })),
  ),
)(
  'a guest who is $status is marked as $attendance, or stays unchanged and Stan reads why',
  async ({ status, attendance }) => {
    const event = await createEvent(yesterday)
    const rosa = await addGuest(event, 'Rosa', status)
    const reply = (await mark(event, { attendance, ids: [rosa.id] })).json()
    const may = canMoveRsvp(status, attendances[attendance])
    expect(await statuses(event)).toEqual({ Rosa: may ? attendance : status })
    expect(reply.marked).toBe(may ? 1 : 0)
    expect(reply.refused).toHaveLength(may || status === attendance ? 0 : 1)
    expect(await engagementsOf(rosa.buid)).toEqual(may && attendance === 'attended' ? ['Homecoming'] : [])
  },
)

test('an attendee has one engagement, which a correction removes', async () => {
  const event = await createEvent({ ...yesterday, title: 'Regatta' })
  const [rosa, ben] = [await addGuest(event, 'Rosa'), await addGuest(event, 'Ben')]
  const ids = [rosa.id, ben.id]
  for (let turn = 0; turn < 3; turn++) await mark(event, { attendance: 'attended', ids })
  expect([await engagementsOf(rosa.buid), await engagementsOf(ben.buid)]).toEqual([['Regatta'], ['Regatta']])
  await mark(event, { attendance: 'absent', ids: [rosa.id] })
  await mark(event, { attendance: 'going', ids: [ben.id] })
  expect([await engagementsOf(rosa.buid), await engagementsOf(ben.buid)]).toEqual([[], []])
})

test('the engagements of a person with a deleted signup stay, whatever is marked since', async () => {
  const event = await createEvent({ ...yesterday, title: 'Regatta' })
  const [rosa, ben] = [await addGuest(event, 'Rosa'), await addGuest(event, 'Ben')]
  await mark(event, { attendance: 'attended', ids: [rosa.id] })
  for (const { signup } of [rosa, ben])
    await db.updateTable('champion_signups').set({ deleted_at: new Date() }).where('id', '=', signup.id).execute()
  await mark(event, { attendance: 'absent', ids: [rosa.id] })
  await mark(event, { attendance: 'attended', ids: [ben.id] })
  expect([await engagementsOf(rosa.buid), await engagementsOf(ben.buid)]).toEqual([['Regatta'], []])
})

test('all unmarked guests are marked at once if their number is the displayed one', async () => {
  const event = await createEvent(yesterday)
  const people = [
    await addGuest(event, 'Ana'),
    await addGuest(event, 'Ben'),
    await addGuest(event, 'Cleo', 'absent'),
    await addGuest(event, 'Dora', 'waiting'),
  ]
  const late = await mark(event, { attendance: 'attended', confirm_count: 3 })
  expect([late.statusCode, late.json().error]).toEqual([409, expect.stringContaining('2 are not marked yet')])
  expect((await mark(event, { attendance: 'attended', confirm_count: 2 })).json()).toEqual({ marked: 2, refused: [] })
  expect(await statuses(event)).toEqual({ Ana: 'attended', Ben: 'attended', Cleo: 'absent', Dora: 'waiting' })
  expect(await engagementsOf(people[1]!.buid)).toEqual(['Homecoming'])
})

test('two people who mark at once mark all their guests, and for the same guest the second reads who was first', async () => {
  const event = await createEvent(yesterday)
  const people = await Promise.all(Array.from({ length: 12 }, (_, n) => addGuest(event, `P${n}`)))
  await Promise.all(
    people.map(({ id }, n) => mark(event, { attendance: 'attended', ids: [id], seen: 'going' }, n % 2 ? ada : stan)),
  )
  expect(Object.values(await statuses(event))).toEqual(people.map(() => 'attended'))
  const rosa = await addGuest(event, 'Rosa')
  const replies = await Promise.all([
    mark(event, { attendance: 'attended', ids: [rosa.id], seen: 'going' }, ada),
    mark(event, { attendance: 'absent', ids: [rosa.id], seen: 'going' }, stan),
  ])
  const refused = replies.flatMap((reply) => reply.json().refused)
  expect(refused).toEqual([
    {
      id: rosa.id,
      name: 'Rosa García Márquez',
      error: expect.stringMatching(/^(Ada|Stan) .+ has just marked them as "(attended|absent)"\.$/),
    },
  ])
})

test('attendance cannot be marked before the day, for a canceled event, or for an unknown one', async () => {
  const [ahead, cancelled] = [await createEvent(), await createEvent({ ...yesterday, cancelled_at: inHours(-40) })]
  for (const event of [ahead, cancelled]) {
    const rosa = await addGuest(event, 'Rosa')
    expect((await mark(event, { attendance: 'attended', ids: [rosa.id] })).statusCode).toBe(409)
  }
  expect((await mark({ id: 999_999 }, { attendance: 'attended', ids: [1] })).statusCode).toBe(404)
})

test('a person at the door is added by their address as attended', async () => {
  const event = await createEvent(yesterday)
  const [ana, wanda] = [await addGuest(event, 'Ana', 'cancelled'), await signUpPerson('Wanda')]
  for (const { signup } of [ana, wanda])
    expect((await stan.post(`${urlOf(event)}/rsvps`, { email: signup.email, guests: 0 })).json()).toMatchObject({
      status: 'attended',
    })
  expect(await statuses(event)).toEqual({ Ana: 'attended', Wanda: 'attended' })
  expect(await engagementsOf(ana.buid)).toEqual(['Homecoming'])
})
