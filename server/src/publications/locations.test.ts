import type { EventFields, EventRecord, StaffEventsPage } from '@alumni/shared/publications/staff-events'
import type { OpportunityRecord } from '@alumni/shared/publications/staff-opportunities'
import { expect, test } from 'vitest'
import { buildContentStory } from './testing/content-story.ts'

const { as, signUpPerson, db, rsvp, sendLetters, visitor } = await buildContentStory()
const stan = await as('staff')
const home = '/champion_signups/events'

const posada = {
  title: 'Posada',
  slug: '',
  summary: 'Nine evenings, one of them with you.',
  body: '',
  picture: 'food',
  photo: null,
  photo_alt: '',
  community_id: null,
  starts: '2099-12-16T19:00',
  ends: '2099-12-16T22:00',
  time_zone: 'Europe/Dublin',
  venue: 'Casa Majo',
  address: '5 Fade Street',
  is_online: false,
  places: null,
  max_guests: 0,
} satisfies EventFields

const write = async (fields: Partial<EventFields>) => {
  const event = (await stan.post(home, { ...posada, ...fields })).json<EventRecord>()
  await stan.post(`${home}/${event.id}/moves`, { move: 'publish' })
  return event
}
const unfold = (calendar: string | undefined) => calendar?.replaceAll(/\r\n[ \t]/g, '')

test('an event in Dublin has “Dublin, Ireland” on its card, page, letter and calendar entry', async () => {
  const event = await write({ title: 'Posada in Dublin', city: 'Dublin', country: 'IE' })
  expect((await visitor.visit('/events')).body).toContain('Casa Majo, Dublin, Ireland')
  expect((await visitor.visit(`/events/${event.slug}`)).body).toContain('"address":"5 Fade Street, Dublin, Ireland"')
  const place = 'Casa Majo, 5 Fade Street, Dublin, Ireland'
  const { browser } = await signUpPerson('Ana')
  await rsvp(browser, event)
  const [letter] = await sendLetters()
  expect(letter!.text).toContain(`Where: ${place}`)
  expect(letter!.text).toContain(`query=${place.replaceAll(' ', '+')}`)
  const location = `LOCATION:${place.replaceAll(',', '\\,')}`
  expect(unfold(letter!.calendar?.content)).toContain(location)
  expect(unfold((await visitor.get(`/events/${event.slug}/calendar.ics`)).body)).toContain(location)
})

test('a new city notifies the guests, and the history has it before and after', async () => {
  const event = await write({ title: 'A walk', city: 'Boston', region: 'MA' })
  const { browser } = await signUpPerson('Ben')
  await rsvp(browser, event)
  await sendLetters()
  const { version } = (await stan.get(`${home}/${event.id}/edit`)).json<{ event: EventRecord }>().event
  const change = { ...posada, title: 'A walk', slug: event.slug, city: 'Salem', region: 'MA', version }
  await stan.request({ method: 'PATCH', url: `${home}/${event.id}`, payload: change })
  expect((await sendLetters()).map(({ subject }) => subject)).toEqual(['New place: A walk'])
  const { detail } = await db
    .selectFrom('audit_entries')
    .select('detail')
    .where('action', '=', 'event.changed')
    .where('subject', '=', `events/${event.id}`)
    .executeTakeFirstOrThrow()
  expect(detail).toMatchObject({ before: { city: 'Boston' }, after: { city: 'Salem' } })
})

test('an app that does not know cities leaves them unchanged', async () => {
  const event = await write({ title: 'Breakfast', city: 'Boston', region: 'MA' })
  const { version } = (await stan.get(`${home}/${event.id}/edit`)).json<{ event: EventRecord }>().event
  const saved = await stan.request({
    method: 'PATCH',
    url: `${home}/${event.id}`,
    payload: { ...posada, title: 'Breakfast', summary: 'With pancakes.', slug: event.slug, version },
  })
  expect(saved.json()).toMatchObject({ summary: 'With pancakes.', city: 'Boston', region: 'MA' })
})

test('an online event has no city', async () => {
  expect(await write({ title: 'A call', is_online: true, city: 'Boston', region: 'MA' })).toMatchObject({ city: null })
})

test('the form suggests cities of events and opportunities, and the list can be filtered by them', async () => {
  await write({ title: 'Brunch in Raleigh', city: 'Raleigh', region: 'NC' })
  const help = {
    title: 'Beds for the choir',
    slug: '',
    summary: 'Two nights.',
    body: '',
    picture: 'music',
    photo: null,
    photo_alt: '',
    kind: 'hosting',
    place: null,
    is_remote: false,
    effort: null,
    question: null,
    places: null,
    closes_on: null,
    city: 'Durham',
    region: 'NC',
    country: null,
  }
  const written = (await stan.post('/champion_signups/opportunities', help)).json<OpportunityRecord>()
  await stan.post(`/champion_signups/opportunities/${written.id}/moves`, { move: 'publish' })
  const locations = [
    { city: 'Raleigh', region: 'NC', country: null },
    { city: 'Durham', region: 'NC', country: null },
  ]
  for (const url of [`${home}/new`, '/champion_signups/opportunities/new'])
    expect((await stan.get(url)).json().locations).toEqual(expect.arrayContaining(locations))
  expect((await visitor.visit('/opportunities')).body).toContain('Hosting · Durham, NC')
  const { events, cities } = (await stan.get(`${home}?city=Raleigh`)).json<StaffEventsPage>()
  expect(events.map(({ title }) => title)).toEqual(['Brunch in Raleigh'])
  expect(cities).toEqual(expect.arrayContaining(['Dublin', 'Raleigh']))
})

test.each([
  ['country', 'XX', 'Choose the country from the list.'],
  ['city', 'x'.repeat(101), 'Keep this to 100 characters.'],
])('an invalid %s is refused beside the field', async (field, value, message) => {
  const reply = await stan.post(home, { ...posada, [field]: value })
  expect(reply.json().fields[field]).toBe(message)
})
