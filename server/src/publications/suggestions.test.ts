import { hubPage } from '@alumni/shared/champions/profile'
import { expect, test } from 'vitest'
import { createSignup, type SignupValues } from '../../testing/champions.ts'
import { propsOf } from '../../testing/portal-view.ts'
import { buildContentStory, inHours } from './testing/content-story.ts'

const { signUpPerson, createEvent, createCommunity, db, rsvp, asChampion } = await buildContentStory()

// Signups of other champions provide the locations of these cities.
const homes: SignupValues[] = [
  { city: 'Boston', zip_code: '02118' },
  { city: 'Boston', zip_code: '02118-1234' },
  { city: 'New York', zip_code: '10025' },
  { city: 'Dublin', zip_code: null, country: 'IE' },
  { city: 'Dublin', zip_code: null, country: 'IE' },
  { city: 'Dublin', zip_code: '43017' },
  { city: 'Cambridge', zip_code: null, country: 'GB' },
]
for (const [nth, home] of homes.entries()) await createSignup(db, { email: `home-${nth}@example.org`, ...home })

const inDublin = await createEvent({
  title: 'A dinner',
  address: '14 Harcourt Street, Dublin 2',
  starts_at: inHours(24),
  places: 1,
})
await createEvent({ title: 'A walk in Wicklow', address: 'County Wicklow, Ireland', starts_at: inHours(25) })
await createEvent({ title: 'A gallery', address: '519 West 24th Street, New York, NY', starts_at: inHours(26) })
await createEvent({
  title: 'A video call',
  is_online: true,
  address: 'https://meet.example.org/boston',
  starts_at: inHours(27),
})
await createEvent({ title: 'A lecture', address: null, venue: null, starts_at: inHours(28) })
const harbor = await createEvent({ title: 'The harbor', address: '60 Long Wharf, Boston, MA', starts_at: inHours(72) })
await createEvent({ title: 'The library', address: '700 Boylston Street, Boston, MA 02116', starts_at: inHours(73) })
await createEvent({ title: 'The river', address: '1 Pier, Boston', starts_at: inHours(74), cancelled_at: inHours(-1) })
await createEvent({ title: 'May Ball', address: 'Trinity Lane, Cambridge, United Kingdom', starts_at: inHours(75) })

await createEvent({ title: 'A match', address: 'Fenway, Boston, MA', starts_at: inHours(-1), ends_at: inHours(2) })

async function suggestionsFor(values: SignupValues): Promise<string[]> {
  const { browser } = await signUpPerson('Nora', values)
  return eventsOn(browser)
}

async function eventsOn(browser: Awaited<ReturnType<typeof asChampion>>): Promise<string[]> {
  const { next } = propsOf(await browser.visit('/profile'), hubPage)
  return next.filter(({ href }) => href.startsWith('/events/')).map(({ title }) => title)
}

test.each<[string, SignupValues, string[]]>([
  ['Cambridge, MA, by her ZIP code', { city: null, zip_code: '02138' }, ['The harbor', 'The library']],
  ['Cambridge, MA, with its name', { city: 'Cambridge', zip_code: '02138' }, ['The harbor', 'The library']],
  ['Boston, without a ZIP code', { city: 'Boston', zip_code: null }, ['The harbor', 'The library']],
  ['Newark', { city: null, zip_code: '07102' }, ['A gallery', 'A video call']],
  [
    'Albany, far from all but nearer to New York than to Dublin',
    { city: null, zip_code: '12207' },
    ['A video call', 'A gallery'],
  ],
  ['Dublin', { city: 'Dublin', zip_code: null, country: 'IE' }, ['A dinner', 'A walk in Wicklow']],
  ['Cork', { city: 'Cork', zip_code: null, country: 'IE' }, ['A walk in Wicklow', 'A video call']],
  ['Cambridge in England', { city: 'Cambridge', zip_code: null, country: 'GB' }, ['May Ball', 'A video call']],
])('Nora, who lives in %s, gets suggestions near her', async (_home, values, titles) => {
  expect(await suggestionsFor(values)).toEqual(titles)
})

test('a full event comes last, even in her own city and community', async () => {
  const ireland = await createCommunity({ name: 'Bayside in Ireland' })
  await db.updateTable('events').set({ community_id: ireland.id }).where('id', '=', inDublin.id).execute()
  const siobhan = await signUpPerson('Siobhan', { city: 'Dublin', zip_code: null, country: 'IE' })
  await db.insertInto('community_members').values({ community_id: ireland.id, signup_id: siobhan.signup.id }).execute()
  expect((await eventsOn(siobhan.browser))[0]).toBe('A dinner')

  await rsvp((await signUpPerson('Rosa')).browser, inDublin)
  expect(await eventsOn(siobhan.browser)).toEqual(['A walk in Wicklow', 'A video call'])
})

test('an event that she has answered is not suggested again', async () => {
  const { browser } = await signUpPerson('Nora', { city: null, zip_code: '02138' })
  await rsvp(browser, harbor)
  expect(await eventsOn(browser)).toEqual(['The library', 'A video call'])
})

test('an unknown place comes before another country', async () => {
  await db
    .updateTable('events')
    .set({ cancelled_at: inHours(-1) })
    .where('title', 'not in', ['A lecture', 'A walk in Wicklow'])
    .execute()
  expect(await suggestionsFor({ city: null, zip_code: '02138' })).toEqual(['A lecture', 'A walk in Wicklow'])
})
