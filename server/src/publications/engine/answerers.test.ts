import { expect, test } from 'vitest'
import type { SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import type { StaffEventPage } from '@alumni/shared/publications/staff-events'
import type { StaffOpportunityPage } from '@alumni/shared/publications/staff-opportunities'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const { as, db, signUpPerson, createEvent, rsvp, cancel } = await buildContentStory()
const [stan, vera] = [await as('staff'), await as('viewer')]
const eventPage = async ({ id }: { id: number }, query = '?status=all') =>
  (await stan.get(`/champion_signups/events/${id}${query}`)).json<StaffEventPage>()
const buidsOf = async (path: string) => (await stan.get(path)).json<SearchPage>().alumni.map(({ buid }) => buid)

const [jose, peggy] = ['B00000901', 'B00000902']
await db
  .insertInto('alumni')
  .values([
    { buid: jose, first_name: 'José', last_name: 'Álvarez', city: 'Quincy' },
    { buid: peggy, first_name: 'Peggy', last_name: 'O’Neil' },
  ])
  .execute()
await db
  .insertInto('educations')
  .values([
    { buid: jose, kind: 'degree', degree_code: 'BA', degree_date: '2015-05-15' },
    { buid: jose, kind: 'degree', degree_code: 'MA', degree_date: '2019-05-15' },
  ])
  .execute()
const linked = { status: 'linked' as const }
const [hisSignup, hers, stranger] = [
  await signUpPerson('José', { buid: jose, last_name: 'Álvarez', ...linked }),
  await signUpPerson('Peggy', { buid: peggy, last_name: 'O’Neil', ...linked }),
  await signUpPerson('Wolfe', { last_name: 'Zed' }),
]

test('each answer shows the class, the city on file, and the number of events attended before', async () => {
  const addEngagement = (
    buid: string,
    engagement_date: string,
    description: string,
    activity_code = 'event_attended',
  ) => db.insertInto('engagements').values({ buid, engagement_date, description, activity_code }).execute()
  const event = await createEvent()
  for (const { browser } of [hisSignup, hers, stranger]) await rsvp(browser, event)
  await addEngagement(jose, '2024-10-05', 'Homecoming')
  await addEngagement(jose, '2024-10-05', ' homecoming')
  await addEngagement(jose, '2025-10-04', 'Homecoming')
  await addEngagement(jose, '2025-10-04', 'Newsletter', 'email_click')
  await addEngagement(jose, '2098-10-04', 'A later dinner')
  const before = await createEvent({ starts_at: inHours(-900), ends_at: inHours(-899) })
  const later = await createEvent({ starts_at: inHours(900), ends_at: inHours(901) })
  for (const { id } of [before, later])
    await db
      .insertInto('event_rsvps')
      .values({ event_id: id, signup_id: stranger.signup.id, status: 'attended' })
      .execute()
  const { rsvps } = await eventPage(event)
  expect(rsvps.map(({ name, class_years, city, events_before }) => [name, class_years, city, events_before])).toEqual([
    ['José Álvarez', [2015, 2019], 'Quincy', 2],
    ['Peggy O’Neil', [], 'Boston', 0],
    ['Wolfe Zed', [], 'Boston', 1],
  ])
  const { body } = await stan.get(`/champion_signups/events/${event.id}/rsvps.csv`)
  const [header, first] = body.replace('\ufeff', '').split('\r\n')
  expect(header).toBe('name,email,buid,status,guests,answered_at,class_years,city,events_before')
  expect(first).toMatch(/^José Álvarez,.+,2015; 2019,Quincy,2$/)
})

test('the search finds exactly the alumni with an answer, including those of merged signups', async () => {
  const event = await createEvent({
    title: 'Winter walk',
    starts_at: new Date('2099-01-10T17:00:00Z'),
    ends_at: new Date('2099-01-10T18:00:00Z'),
  })
  for (const { browser } of [hisSignup, hers, stranger]) await rsvp(browser, event)
  await cancel(hers.browser, event)
  const all = `/alumni_search?answered=event-${event.id}`
  expect(await buidsOf(`${all}&answer=going`)).toEqual([jose])
  expect(await buidsOf(all)).toEqual([jose, peggy])
  expect(await buidsOf(`${all}&year_from=2015`)).toEqual([jose])
  expect(await buidsOf(`${all}&q=peggy`)).toEqual([peggy])

  const again = await signUpPerson('Ana', { buid: null })
  await rsvp(again.browser, event)
  await db
    .updateTable('champion_signups')
    .set({ deleted_at: new Date(), merged_into_id: hisSignup.signup.id })
    .where('id', '=', again.signup.id)
    .execute()
  expect(await buidsOf(`${all}&answer=going`)).toEqual([jose])

  const choices = (await stan.get('/alumni_search/choices')).json<SearchChoices>()
  expect(choices.answered).toContainEqual({ code: `event-${event.id}`, name: 'Winter walk · Jan 10, 2099' })
})

test('answers to an opportunity can be searched too, and an answer alone matches any event or opportunity', async () => {
  const opportunity = await db
    .insertInto('opportunities')
    .values({
      slug: 'dinner',
      title: 'Host a dinner',
      summary: 'At yours.',
      kind: 'hosting',
      published_at: inHours(-1),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const respond = (signup_id: number, status: 'accepted' | 'declined') =>
    db
      .insertInto('opportunity_responses')
      .values({ opportunity_id: opportunity.id, signup_id, status, message: '' })
      .execute()
  await respond(hisSignup.signup.id, 'declined')
  await respond(hers.signup.id, 'accepted')
  const url = `/champion_signups/opportunities/${opportunity.id}?status=accepted`
  const page = (await stan.get(url)).json<StaffOpportunityPage>()
  expect(page.responses).toMatchObject([{ name: 'Peggy O’Neil', class_years: [], city: 'Boston', events_before: 0 }])
  expect(await buidsOf(`/alumni_search?answered=opportunity-${opportunity.id}&answer=accepted`)).toEqual([peggy])
  expect(await buidsOf('/alumni_search?answer=declined')).toEqual([jose])
})

test('a viewer cannot search answers, and an invalid value is refused with a message', async () => {
  for (const query of ['answered=event-1', 'answer=going']) {
    const reply = await vera.get(`/alumni_search?${query}`)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      403,
      { error: 'Answers of champions are shown to staff only.' },
    ])
  }
  expect((await vera.get('/alumni_search/choices')).json<SearchChoices>().answered).toEqual([])
  expect((await stan.get('/alumni_search?answered=gala')).json()).toMatchObject({
    fields: { answered: 'Choose an event or an opportunity, such as event-12.' },
  })
  expect(await buidsOf('/alumni_search?answered=event-999999')).toEqual([])
})
