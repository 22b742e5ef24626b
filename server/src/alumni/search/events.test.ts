import { beforeAll, expect, test } from 'vitest'
import type { EngagedEvent } from '@alumni/shared/alumni/engaged-events'
import type { SearchPage } from '@alumni/shared/alumni/search'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const story = await buildTestApp()
const { add } = recordsOf(story)
const vera = await story.as('viewer')
const suggestEvents = async (query: string) =>
  (await vera.get(`/alumni_search/events${query}`)).json<{ events: EngagedEvent[] }>().events
const countFound = async (event: string) =>
  (await vera.get(`/alumni_search?${new URLSearchParams({ event })}`)).json<SearchPage>().matching

const [jose, peggy, minh] = ['B00000901', 'B00000902', 'B00000903']
const addEngagement = (
  buid: string,
  engagement_date: string,
  description: string | null,
  activity_code = 'event_attended',
) => story.db.insertInto('engagements').values({ buid, activity_code, engagement_date, description }).execute()

beforeAll(async () => {
  for (const buid of [jose, peggy, minh]) await add('alumni', { buid, last_name: 'Jones' })
  for (const buid of [jose, peggy, minh]) await addEngagement(buid, '2026-10-03', 'Homecoming 2026')
  await addEngagement(peggy, '2026-10-02', 'Homecoming 2026', 'event_registered')
  await addEngagement(jose, '2025-10-04', 'Homecoming 2025')
  await addEngagement(minh, '2026-11-01', 'Gala “Álvarez”')
  await addEngagement(minh, '2026-11-02', 'Campus newsletter', 'email_click')
  await addEngagement(jose, '2026-11-03', null)
  await addEngagement(jose, '2026-11-03', '  ')
})

test('Vera types “home”, and reads the latest Homecoming first, with its days and the number of people that its filter finds', async () => {
  const homecoming = { name: 'Homecoming 2026', first_day: '2026-10-02', last_day: '2026-10-03', people: 3 }
  const before = { name: 'Homecoming 2025', first_day: '2025-10-04', last_day: '2025-10-04', people: 1 }
  expect(await suggestEvents('?q=home')).toEqual([homecoming, before])
  expect(await suggestEvents('?q=2025+HOME')).toEqual([before])
  for (const { name, people } of await suggestEvents('')) expect([name, await countFound(name)]).toEqual([name, people])
})

test('before she types, the latest events are suggested, only those of the chosen activity, and no blank one', async () => {
  expect((await suggestEvents('')).map(({ name }) => name)).toEqual([
    'Campus newsletter',
    'Gala “Álvarez”',
    'Homecoming 2026',
    'Homecoming 2025',
  ])
  expect((await suggestEvents('?activity=email_click')).map(({ name }) => name)).toEqual(['Campus newsletter'])
  expect(await suggestEvents('?q=home&activity=event_registered')).toMatchObject([
    { name: 'Homecoming 2026', people: 1 },
  ])
})

test('accents are ignored, and words of no event find none', async () => {
  expect((await suggestEvents('?q=alvarez')).map(({ name }) => name)).toEqual(['Gala “Álvarez”'])
  for (const q of ['coming', 'xyzzy', '!!!']) expect([q, await suggestEvents(`?q=${q}`)]).toEqual([q, []])
  const long = await vera.get(`/alumni_search/events?q=${'h'.repeat(501)}`)
  expect(long.json()).toMatchObject({ fields: { q: 'An event has at most 500 characters.' } })
})

test('a new engagement and a renamed event show at once', async () => {
  await addEngagement(peggy, '2026-11-20', 'Homecoming dinner')
  expect((await suggestEvents('?q=homecoming+di'))[0]).toMatchObject({ name: 'Homecoming dinner', people: 1 })
  await story.db
    .updateTable('engagements')
    .set({ description: 'Homecoming supper' })
    .where('description', '=', 'Homecoming dinner')
    .execute()
  expect(await suggestEvents('?q=homecoming+di')).toEqual([])
})
