import { expect, test } from 'vitest'
import type { Db } from '../../foundations/database/db.ts'
import { runDuring } from '../../../testing/run-during.ts'
import { recordAttendances } from '../../champions/record/record-attendances.ts'
import { communityKind } from '../communities/kind.ts'
import { newsKind } from '../news/kind.ts'
import type { Fields, Kind } from './kind.ts'
import { findRecord } from './records.ts'
import { savePublication } from './write.ts'
import { acceptInvitation } from '../events/answer-event.ts'
import { buildContentStory } from '../testing/content-story.ts'

const { signUpPerson, config, createCommunity, createEvent, createNews, db, people, rsvp, statuses } =
  await buildContentStory()

test.each(['going', 'attended', 'absent'] as const)(
  'a guest who is %s has a place that no one else gets',
  async (status) => {
    const event = await createEvent({ places: 1 })
    const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
    await db.insertInto('event_rsvps').values({ event_id: event.id, signup_id: rosa.signup.id, status }).execute()
    await rsvp(ben.browser, event)
    expect(await statuses(event)).toEqual({ Rosa: status, Ben: 'waiting' })
  },
)

test('the second of two people who ask for the last place at once waits for the first, and then on the waiting list', async () => {
  const event = await createEvent({ places: 1 })
  const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
  const answerOf = (signup: { id: number }) => ({ event: event.id, signup: signup.id, guests: 0 })
  await runDuring(
    db,
    (db) => acceptInvitation(db, answerOf(rosa.signup)),
    [() => acceptInvitation(db, answerOf(ben.signup))],
    async (_, waiting) => expect(waiting).toBe(1),
  )
  expect(await statuses(event)).toEqual({ Rosa: 'going', Ben: 'waiting' })
})

test('attendance recorded twice at once makes one engagement', async () => {
  const event = await createEvent()
  await db.insertInto('alumni').values({ buid: 'B00000001' }).execute()
  const { signup } = await signUpPerson('Rosa', { buid: 'B00000001', status: 'linked' })
  await db.insertInto('event_rsvps').values({ event_id: event.id, signup_id: signup.id, status: 'attended' }).execute()
  await runDuring(db, (db) => recordAttendances(db, signup.id), [() => recordAttendances(db, signup.id)])
  expect(await db.selectFrom('engagements').select('buid').execute()).toEqual([{ buid: 'B00000001' }])
})

test.each([
  ['community', communityKind as Kind, createCommunity],
  ['news', newsKind as Kind, createNews],
] as const)(
  'the second of two people who save the same %s at once is refused, and reads what the first wrote',
  async (_, kind, create) => {
    const { id } = await create()
    const record = () => findRecord(kind, db, config, id)
    const found = await record()
    const names = Object.keys(kind.contract.fields.shape) as (keyof Fields)[]
    const written = Object.fromEntries(names.map((name) => [name, found[name]])) as Fields
    const save = (db: Db, summary: string) =>
      savePublication({ db, config, kind, by: people.staff }, id, { ...written, version: found.version, summary })
    await expect(runDuring(db, (db) => save(db, 'Left'), [() => save(db, 'Right')])).rejects.toMatchObject({
      status: 409,
    })
    expect(await record()).toMatchObject({ summary: 'Left' })
  },
)
