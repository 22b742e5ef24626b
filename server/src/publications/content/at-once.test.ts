import { expect, test } from 'vitest'
import type { CommunityFields } from '@alumni/shared/publications/staff-content'
import type { Db } from '../../foundations/database/db.ts'
import { whileOpen } from '../../../testing/two-at-once.ts'
import { recordAttendances } from './attendance.ts'
import { keptCommunity } from './keep-community.ts'
import { saveContent } from './keep-content.ts'
import { keptNews } from './keep-news.ts'
import { acceptInvitation } from './answer-event.ts'
import { buildContentStory } from './testing/content-story.ts'

const { comes, config, createCommunity, createEvent, createNews, db, people, rsvp, statuses } =
  await buildContentStory()

test.each(['going', 'attended', 'absent'] as const)('who is %s has a place that nobody else gets', async (status) => {
  const event = await createEvent({ places: 1 })
  const [rosa, ben] = [await comes('Rosa'), await comes('Ben')]
  await db.insertInto('event_rsvps').values({ event_id: event.id, signup_id: rosa.signup.id, status }).execute()
  await rsvp(ben.browser, event)
  expect(await statuses(event)).toEqual({ Rosa: status, Ben: 'waiting' })
})

test('of two who ask for the last place at once the second waits for the first, and then in line', async () => {
  const event = await createEvent({ places: 1 })
  const [rosa, ben] = [await comes('Rosa'), await comes('Ben')]
  const says = (signup: { id: number }) => ({ event: event.id, signup: signup.id, guests: 0 })
  await whileOpen(
    db,
    (db) => acceptInvitation(db, says(rosa.signup)),
    [() => acceptInvitation(db, says(ben.signup))],
    async (_, waiting) => expect(waiting).toBe(1),
  )
  expect(await statuses(event)).toEqual({ Rosa: 'going', Ben: 'waiting' })
})

test('whose attendance is recorded twice at once has one engagement', async () => {
  const event = await createEvent()
  await db.insertInto('alumni').values({ buid: 'B00000001' }).execute()
  const { signup } = await comes('Rosa', { buid: 'B00000001', status: 'linked' })
  await db.insertInto('event_rsvps').values({ event_id: event.id, signup_id: signup.id, status: 'attended' }).execute()
  await whileOpen(db, (db) => recordAttendances(db, signup.id), [() => recordAttendances(db, signup.id)])
  expect(await db.selectFrom('engagements').select('buid').execute()).toEqual([{ buid: 'B00000001' }])
})

test.each([
  ['community', keptCommunity, createCommunity],
  ['news', keptNews, createNews],
] as const)(
  'of two who save the same %s at once the second is refused, and reads what the first wrote',
  async (_, kept, create) => {
    const { id } = await create()
    const keeping = kept as unknown as typeof keptCommunity
    const found = await keeping.find(db, config, id)
    const written = Object.fromEntries(keeping.names.map((name) => [name, found[name]])) as CommunityFields
    const save = (db: Db, summary: string) =>
      saveContent(keeping, db, config, id, { ...written, version: found.version, summary }, people.staff)
    await expect(whileOpen(db, (db) => save(db, 'Left'), [() => save(db, 'Right')])).rejects.toMatchObject({
      status: 409,
    })
    expect(await keeping.find(db, config, id)).toMatchObject({ summary: 'Left' })
  },
)
