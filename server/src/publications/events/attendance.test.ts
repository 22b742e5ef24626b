import { expect, test } from 'vitest'
import {
  canMoveRsvp,
  attendances,
  rsvpStatuses,
  type Attendance,
  type RsvpStatus,
} from '@alumni/shared/publications/content'
import type { CheckInReply } from '@alumni/shared/publications/staff-events'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { createSignup } from '../../../testing/champions.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const story = await buildContentStory()
const { as, createEvent, comes, statuses, db } = story
const [stan, ada] = [await as('staff'), await as('admin')]
const { add } = recordsOf(story)
const yesterday = { starts_at: inHours(-30), ends_at: inHours(-28) }
let buids = 0

/** Someone who is linked to an alumnus and has said yes. */
async function goes(event: { id: number }, name: string, status: RsvpStatus = 'going') {
  const buid = `B${String(70_000_000 + (buids += 1))}`
  await add('alumni', { buid, first_name: name, last_name: 'Álvarez' })
  const { signup } = await comes(name, { buid, status: 'linked' })
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
const mark = (event: { id: number }, body: object, who = stan) => who.post(`${urlOf(event)}/attendance`, body)
const checkIn = async (event: { id: number }, emails: string[], confirm: object | null = null, walk_ins = true) =>
  stan.post(`${urlOf(event)}/check_ins`, { emails, walk_ins, confirm })

test.each(
  rsvpStatuses.flatMap((status) =>
    (Object.keys(attendances) as Attendance[]).map((attendance) => ({ status, attendance })),
  ),
)(
  'who is $status, marked as $attendance, is so or stays as they are and Stan reads why',
  async ({ status, attendance }) => {
    const event = await createEvent(yesterday)
    const rosa = await goes(event, 'Rosa', status)
    const reply = (await mark(event, { attendance, ids: [rosa.id] })).json()
    const may = canMoveRsvp(status, attendances[attendance])
    expect(await statuses(event)).toEqual({ Rosa: may ? attendance : status })
    expect(reply.marked).toBe(may ? 1 : 0)
    expect(reply.refused).toHaveLength(may || status === attendance ? 0 : 1)
    expect(await engagementsOf(rosa.buid)).toEqual(may && attendance === 'attended' ? ['Homecoming'] : [])
  },
)

test('who attended has an engagement, once; corrected, it is gone', async () => {
  const event = await createEvent({ ...yesterday, title: 'Regatta' })
  const [rosa, ben] = [await goes(event, 'Rosa'), await goes(event, 'Ben')]
  const ids = [rosa.id, ben.id]
  for (let turn = 0; turn < 3; turn++) await mark(event, { attendance: 'attended', ids })
  expect([await engagementsOf(rosa.buid), await engagementsOf(ben.buid)]).toEqual([['Regatta'], ['Regatta']])
  await mark(event, { attendance: 'absent', ids: [rosa.id] })
  await mark(event, { attendance: 'going', ids: [ben.id] })
  expect([await engagementsOf(rosa.buid), await engagementsOf(ben.buid)]).toEqual([[], []])
})

test('who has deleted their signup is left as they are on file, whatever is marked since', async () => {
  const event = await createEvent({ ...yesterday, title: 'Regatta' })
  const [rosa, ben] = [await goes(event, 'Rosa'), await goes(event, 'Ben')]
  await mark(event, { attendance: 'attended', ids: [rosa.id] })
  for (const { signup } of [rosa, ben])
    await db.updateTable('champion_signups').set({ deleted_at: new Date() }).where('id', '=', signup.id).execute()
  await mark(event, { attendance: 'absent', ids: [rosa.id] })
  await mark(event, { attendance: 'attended', ids: [ben.id] })
  expect([await engagementsOf(rosa.buid), await engagementsOf(ben.buid)]).toEqual([['Regatta'], []])
})

test('everybody who is not marked yet is marked at once, if their number is the one that was seen', async () => {
  const event = await createEvent(yesterday)
  const people = [
    await goes(event, 'Ana'),
    await goes(event, 'Ben'),
    await goes(event, 'Cleo', 'absent'),
    await goes(event, 'Dora', 'waiting'),
  ]
  const late = await mark(event, { attendance: 'attended', confirm_count: 3 })
  expect([late.statusCode, late.json().error]).toEqual([409, expect.stringContaining('2 are not marked yet')])
  expect((await mark(event, { attendance: 'attended', confirm_count: 2 })).json()).toEqual({ marked: 2, refused: [] })
  expect(await statuses(event)).toEqual({ Ana: 'attended', Ben: 'attended', Cleo: 'absent', Dora: 'waiting' })
  expect(await engagementsOf(people[1]!.buid)).toEqual(['Homecoming'])
})

test('two who mark at once lose nothing: different people are all marked, and of one person the second reads who was first', async () => {
  const event = await createEvent(yesterday)
  const people = await Promise.all(Array.from({ length: 12 }, (_, n) => goes(event, `P${n}`)))
  await Promise.all(
    people.map(({ id }, n) => mark(event, { attendance: 'attended', ids: [id], seen: 'going' }, n % 2 ? ada : stan)),
  )
  expect(Object.values(await statuses(event))).toEqual(people.map(() => 'attended'))
  const rosa = await goes(event, 'Rosa')
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

test('attendance is not marked before the day, nor at an event that was canceled, nor at one that is none', async () => {
  const [ahead, cancelled] = [await createEvent(), await createEvent({ ...yesterday, cancelled_at: inHours(-40) })]
  for (const event of [ahead, cancelled]) {
    const rosa = await goes(event, 'Rosa')
    expect((await mark(event, { attendance: 'attended', ids: [rosa.id] })).statusCode).toBe(409)
    expect((await checkIn(event, [rosa.signup.email])).statusCode).toBe(409)
  }
  expect((await mark({ id: 999_999 }, { attendance: 'attended', ids: [1] })).statusCode).toBe(404)
})

test('a check-in file is previewed, applied, and changes nothing the second time', async () => {
  const event = await createEvent(yesterday)
  const [ana, ben, cleo] = [
    await goes(event, 'Ana'),
    await goes(event, 'Ben', 'attended'),
    await goes(event, 'Cleo', 'absent'),
  ]
  const walkIn = await comes('Wanda', { buid: null })
  const file = [
    ` ${ana.signup.email.toUpperCase()} `,
    ben.signup.email,
    cleo.signup.email,
    walkIn.signup.email,
    'stranger@example.org',
    'stranger@example.org',
    ana.signup.email,
    'Ana, at the door',
  ]
  const before = await statuses(event)
  const preview = (await checkIn(event, file)).json<CheckInReply>()
  expect(preview.lines.map(({ outcome }) => outcome)).toEqual([
    'attends',
    'already',
    'attends',
    'walk_in',
    'stranger',
    'twice',
    'twice',
    'malformed',
  ])
  expect(preview).toMatchObject({ is_done: false, counts: { attends: 2, walk_in: 1, stranger: 1 } })
  expect(preview.lines[3]).toMatchObject({ line: 4, name: 'Wanda García Márquez', signup_id: walkIn.signup.id })
  expect(await statuses(event)).toEqual(before)
  const late = await checkIn(event, file, { attends: 3, walk_in: 1 })
  expect([late.statusCode, late.json().current.counts.attends]).toEqual([409, 2])
  const fewer = await checkIn(event, file, { attends: 2, walk_in: 0 })
  expect([fewer.statusCode, fewer.json().current.counts.walk_in]).toEqual([409, 1])
  expect(await statuses(event)).toEqual(before)
  expect((await checkIn(event, file, { attends: 2, walk_in: 1 })).json()).toMatchObject({ is_done: true })
  expect(await statuses(event)).toEqual({ Ana: 'attended', Ben: 'attended', Cleo: 'attended', Wanda: 'attended' })
  expect(await engagementsOf(ana.buid)).toEqual(['Homecoming'])
  const again = (await checkIn(event, file)).json<CheckInReply>()
  expect(again.counts).toMatchObject({ attends: 0, walk_in: 0, already: 4 })
  expect((await checkIn(event, file, { attends: 0, walk_in: 0 })).statusCode).toBe(200)
  expect(await engagementsOf(ana.buid)).toEqual(['Homecoming'])
})

test('champions who had not answered stay out where Stan wants it so', async () => {
  const event = await createEvent(yesterday)
  const walkIn = await comes('Wanda')
  await checkIn(event, [walkIn.signup.email], { attends: 0, walk_in: 1 }, false)
  expect(await statuses(event)).toEqual({})
})

test('the same file twice at once counts everybody once', async () => {
  const event = await createEvent(yesterday)
  const [ana, wanda] = [await goes(event, 'Ana'), await comes('Wanda')]
  const file = [ana.signup.email, wanda.signup.email]
  const replies = await Promise.all([1, 2, 3].map(() => checkIn(event, file, { attends: 1, walk_in: 1 })))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  expect(await statuses(event)).toEqual({ Ana: 'attended', Wanda: 'attended' })
  expect(await engagementsOf(ana.buid)).toEqual(['Homecoming'])
})

test('an address from before a merge is the survivor’s', async () => {
  const event = await createEvent(yesterday)
  const peggy = await goes(event, 'Peggy')
  const old = await createSignup(db, {
    email: 'Peggy.Jones@example.org',
    deleted_at: new Date(),
    merged_into_id: peggy.signup.id,
  })
  const { lines } = (await checkIn(event, [old.email.toLowerCase(), peggy.signup.email])).json<CheckInReply>()
  expect(lines.map(({ outcome, signup_id }) => [outcome, signup_id])).toEqual([
    ['attends', peggy.signup.id],
    ['twice', peggy.signup.id],
  ])
})

test('an address that somebody else has taken since a merge is theirs', async () => {
  const event = await createEvent(yesterday)
  const [peggy, pedro] = [await goes(event, 'Peggy'), await comes('Pedro')]
  await createSignup(db, { email: pedro.signup.email, deleted_at: new Date(), merged_into_id: peggy.signup.id })
  const { lines } = (await checkIn(event, [pedro.signup.email])).json<CheckInReply>()
  expect(lines.map(({ outcome, signup_id }) => [outcome, signup_id])).toEqual([['walk_in', pedro.signup.id]])
})

test('who stands at the door is added by their address as attended', async () => {
  const event = await createEvent(yesterday)
  const [ana, wanda] = [await goes(event, 'Ana', 'cancelled'), await comes('Wanda')]
  for (const { signup } of [ana, wanda])
    expect((await stan.post(`${urlOf(event)}/rsvps`, { email: signup.email, guests: 0 })).json()).toMatchObject({
      status: 'attended',
    })
  expect(await statuses(event)).toEqual({ Ana: 'attended', Wanda: 'attended' })
  expect(await engagementsOf(ana.buid)).toEqual(['Homecoming'])
})
