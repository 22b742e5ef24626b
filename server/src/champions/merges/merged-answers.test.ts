import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { joinCommunity } from '../../publications/communities/communities.ts'
import { survivorOf } from '../record/find-signup.ts'
import { buildMergeStory, buildMergeRequest } from './testing/merge-story.ts'

const { ada, stan, db, merge, createEvent, createCommunity, rsvp, signUpPerson } = await buildMergeStory()

test('an answer or membership of a merged signup is listed once, under the survivor’s name', async () => {
  const [event, community] = [await createEvent(), await createCommunity()]
  const [peggy, margaret] = [await signUpPerson('Peggy'), await signUpPerson('Margaret')]
  await rsvp(margaret.browser, event)
  await joinCommunity(db, community.id, margaret.signup.id)
  await merge(buildMergeRequest(peggy.signup, margaret.signup))
  await rsvp(peggy.browser, event, 2)
  await joinCommunity(db, community.id, peggy.signup.id)
  const list = async (q: string) => (await stan.get(`/champion_signups/events/${event.id}?q=${q}`)).json().rsvps
  expect(await list('Peggy')).toMatchObject([{ signup_id: peggy.signup.id, status: 'going', guests: 2 }])
  expect(await list('Margaret')).toEqual([])
  const members = db.selectFrom('community_members').select('signup_id').where('community_id', '=', community.id)
  expect(await members.execute()).toHaveLength(1)
})

test('the waiting answer that is further ahead is kept', async () => {
  const event = await createEvent({ places: 3 })
  const holder = await signUpPerson('Holder')
  const [first, second, third] = [
    await signUpPerson('Peggy'),
    await signUpPerson('Siobhán'),
    await signUpPerson('Margaret'),
  ]
  await rsvp(holder.browser, event, 2)
  await rsvp(first.browser, event, 1)
  await rsvp(second.browser, event, 0)
  await rsvp(third.browser, event, 2)
  await merge(buildMergeRequest(third.signup, first.signup))
  const waiting = await db
    .selectFrom('event_rsvps')
    .select([survivorOf(sql.ref('signup_id')).as('signup_id'), 'guests'])
    .where('event_id', '=', event.id)
    .where('status', '=', 'waiting')
    .orderBy('asked_at')
    .execute()
  expect(waiting).toEqual([
    { signup_id: third.signup.id, guests: 1 },
    { signup_id: second.signup.id, guests: 0 },
  ])
})

test('an undelivered letter about an answer of a merged signup is listed with the survivor', async () => {
  const event = await createEvent()
  const [peggy, margaret] = [await signUpPerson('Peggy'), await signUpPerson('Margaret')]
  await rsvp(margaret.browser, event)
  await db
    .updateTable('letters')
    .set({ failure: 'The mail server refused the letter', given_up_at: new Date() })
    .where('kind', '=', 'rsvp-going')
    .where(
      sql<boolean>`(about ->> 'rsvp')::bigint in (select id from event_rsvps where signup_id = ${margaret.signup.id})`,
    )
    .execute()
  await merge(buildMergeRequest(peggy.signup, margaret.signup))
  const { signups } = (await stan.get('/champion_signups?unreached=yes')).json()
  expect(signups).toMatchObject([{ id: peggy.signup.id }])
  const { people } = (await ada.get('/settings/reports/bounced_letters')).json()
  expect(people).toMatchObject([{ id: peggy.signup.id, email: peggy.signup.email }])
})
