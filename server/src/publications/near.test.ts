import { eventsPage } from '@alumni/shared/publications/content'
import { opportunitiesPage } from '@alumni/shared/publications/opportunities'
import { expect, test } from 'vitest'
import { propsOf } from '../../testing/portal-view.ts'
import { buildContentStory, inHours } from './testing/content-story.ts'

const { app, signUpPerson, createCommunity, createEvent, db, visitor } = await buildContentStory()
const on = { venue: null, address: null }
const far = inHours(24 * 70)
await createEvent({ ...on, title: 'Long table', city: 'Boston', region: 'MA' })
await createEvent({ ...on, title: 'Boats', city: 'Gloucester', region: 'MA', starts_at: far, ends_at: far })
await createEvent({ ...on, title: 'Gallery night', city: 'New York', region: 'NY', starts_at: far, ends_at: far })
await createEvent({ ...on, title: 'Parish dinner', city: 'Dublin', country: 'IE', starts_at: far, ends_at: far })
await createEvent({ title: 'Old wharf', address: '60 Long Wharf, Boston, MA', starts_at: far, ends_at: far })
await createEvent({
  ...on,
  title: 'Book circle',
  is_online: true,
  address: 'https://meet.example',
  starts_at: far,
  ends_at: far,
})
await createEvent({ ...on, title: 'Nowhere yet', starts_at: far, ends_at: far })
// Only Rosa’s signup provides the location of Gloucester.
await db
  .insertInto('alumni')
  .values({
    buid: 'B00000001',
    first_name: 'Rosa',
    last_name: 'Álvarez',
    city: 'Gloucester',
    state: 'MA',
    postal_code: '01930',
  })
  .execute()
await app.peopleIndex.catchUp()

const events = async (query: string, browser = visitor) => {
  const { cards, where, filter } = propsOf(await browser.visit(`/events${query}`), eventsPage)
  return { titles: cards.map(({ title }) => title), ...where, filter }
}

test.each([
  ['?near=Boston', ['Long table', 'Boats', 'Old wharf'], '3 upcoming events within 50 miles of Boston'],
  ['?near=boston,+ma&within=10', ['Long table', 'Old wharf'], '2 upcoming events within 10 miles of Boston, MA'],
  ['?near=01930&within=10', ['Boats'], '1 upcoming event within 10 miles of 01930'],
  ['?near=Gloucester&within=1', ['Boats'], '1 upcoming event within 1 mile of Gloucester'],
  ['?near=Dublin', ['Parish dinner'], '1 upcoming event in Dublin'],
  ['?near=Dublin,+Ireland', ['Parish dinner'], '1 upcoming event in Dublin, Ireland'],
  ['?near=boston+ma', ['Long table', 'Boats', 'Old wharf'], '3 upcoming events within 50 miles of Boston MA'],
  [
    '?near=Boston,+Massachusetts&within=10',
    ['Long table', 'Old wharf'],
    '2 upcoming events within 10 miles of Boston, Massachusetts',
  ],
  ['?near=within+10+miles+of+Boston', ['Long table', 'Old wharf'], '2 upcoming events within 10 miles of Boston'],
  ['?near=near+01930-1234', ['Boats'], '1 upcoming event within 25 miles of 01930-1234'],
  ['?near=near+Boston&within=50', ['Long table', 'Boats', 'Old wharf'], '3 upcoming events within 50 miles of Boston'],
  ['?near=massachusetts', ['Long table', 'Boats'], '2 upcoming events in Massachusetts'],
  ['?near=dublin+ireland', ['Parish dinner'], '1 upcoming event in Dublin Ireland'],
  ['?near=ireland', ['Parish dinner'], '1 upcoming event in Ireland'],
  ['?online=yes', ['Book circle'], '1 upcoming event online'],
  ['?near=Dublin&online=yes', ['Parish dinner', 'Book circle'], '2 upcoming events in Dublin or online'],
])('the events of %s are %j', async (query, titles, found) => {
  const page = await events(query)
  expect([page.titles.toSorted(), page.found]).toEqual([titles.toSorted(), found])
})

test('events near Peggy come from her profile, and no URL says where she lives', async () => {
  const { browser } = await signUpPerson('Peggy', { city: 'Boston', state: 'MA', zip_code: '02118' })
  const page = await events('?near=me', browser)
  expect(page.titles.toSorted()).toEqual(['Boats', 'Long table', 'Old wharf'])
  expect(page.found).toBe('3 upcoming events within 50 miles of you (Boston, MA)')
  expect(page.filter.values.near).toBe('me')
  expect(JSON.stringify([page.filter, page.nearest])).not.toMatch(/02118|Boston/)
})

test('a person abroad, without distances, sees events in their city, then in their country', async () => {
  const [ana, siobhan] = [
    await signUpPerson('Ana', { city: 'Cork', country: 'IE', zip_code: null }),
    await signUpPerson('Siobhán', { city: 'Dublin', country: 'IE', zip_code: null }),
  ]
  expect((await events('?near=me', siobhan.browser)).found).toBe('1 upcoming event near you (Dublin, Ireland)')
  expect(await events('?near=me', ana.browser)).toMatchObject({
    found: 'No upcoming events near you (Cork, Ireland)',
    nearest: { href: '/events?near=Ireland', label: 'See 1 upcoming event in Ireland' },
  })
})

test('if nothing is near, the page links to the nearest search with results', async () => {
  expect(await events('?near=Hartford&within=10')).toMatchObject({
    titles: [],
    found: 'No upcoming events within 10 miles of Hartford',
    nearest: { href: '/events?near=Hartford&within=100', label: 'See 2 upcoming events within 100 miles of Hartford' },
  })
  expect(await events('?near=Honolulu')).toMatchObject({
    nearest: { href: '/events?online=yes', label: 'See 1 upcoming event online' },
  })
  const film = await createCommunity({ name: 'Film lovers', kind: 'interest' })
  expect(await events(`?community=${film.slug}`)).toMatchObject({
    found: 'No upcoming events',
    nearest: { href: '/events', label: 'See 7 upcoming events' },
  })
})

test.each([
  [
    'near',
    '?near=Atlantis',
    'We cannot find a place called “Atlantis”. Enter a city, such as Boston, MA, or a ZIP code.',
  ],
  ['near', '?near=00000', 'We cannot find a place called “00000”. Enter a city, such as Boston, MA, or a ZIP code.'],
  ['near', '?near=me', 'Sign in to see what is near you, or enter a city or ZIP code.'],
  ['within', '?near=within+900+miles+of+Boston', 'Choose a distance from 1 to 500 miles.'],
  ['within', '?near=Boston&within=0', 'Choose a distance from 1 to 500 miles.'],
  ['within', '?near=Boston&within=20000', 'Choose a distance from 1 to 500 miles.'],
  ['within', '?near=Boston&within=-1', 'Choose a distance from 1 to 500 miles.'],
])('%s in %s has a message, and the page is not empty', async (field, query, message) => {
  const { filter, titles } = await events(query)
  expect(filter.errors).toEqual({ [field]: message })
  expect(titles.length).toBeGreaterThan(0)
})

test('a person without an address on file is asked for one', async () => {
  const { browser } = await signUpPerson('Minh', { city: null, zip_code: null })
  expect((await events('?near=me', browser)).filter.errors.near).toMatch(/^Add where you live to your profile/)
})

test('“this month” ends with the institution’s month, and past events can be found by place too', async () => {
  const { found, titles } = await events('?time=month')
  expect(titles).not.toContain('Gallery night')
  expect(found).toMatch(/^(No|1) upcoming events? this month$/)
  expect((await events('?time=month&online=yes')).found).toBe('No upcoming events online this month')
  await createEvent({
    ...on,
    title: 'Last year',
    city: 'Salem',
    region: 'MA',
    starts_at: inHours(-9),
    ends_at: inHours(-8),
  })
  expect((await events('?time=past&near=Salem,+MA')).found).toBe('1 past event in Salem, MA')
})

test('opportunities are found by place or as remote, and former URLs of the filter still work', async () => {
  let serial = 0
  const create = (title: string, values: object) =>
    db
      .insertInto('opportunities')
      .values({
        slug: `help-${(serial += 1)}`,
        title,
        kind: 'hosting',
        summary: 'Help.',
        published_at: inHours(-1),
        ...values,
      })
      .execute()
  await create('Dinner', { city: 'Boston', region: 'MA' })
  await create('Letters', { is_remote: true, closes_on: new Date().toISOString().slice(0, 10) })
  await create('Welcome', { place: 'Dublin' })
  const list = async (query: string) => {
    const { cards, where } = propsOf(await visitor.visit(`/opportunities${query}`), opportunitiesPage)
    return [...cards.map(({ title }) => title).toSorted(), where.found]
  }
  expect(await list('?near=Cambridge,+MA')).toEqual(['Dinner', '1 opportunity within 50 miles of Cambridge, MA'])
  expect(await list('?near=Dublin&online=yes')).toEqual([
    'Letters',
    'Welcome',
    '2 opportunities in Dublin or from anywhere',
  ])
  expect(await list('?where=anywhere')).toEqual(await list('?online=yes'))
  expect(await list('?where=Dublin')).toEqual(await list('?near=Dublin'))
  expect(await list('?q=zzz&kind=hosting')).toEqual(['No opportunities in hosting for “zzz”'])
  expect(await list('?near=&near=me')).toEqual([...(await list('')).slice(0, -1), '3 opportunities'])
})
