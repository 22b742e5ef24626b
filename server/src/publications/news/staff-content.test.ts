import { expect, test } from 'vitest'
import { newsPage } from '@alumni/shared/publications/content'
import {
  newsContract,
  type CommunityFields,
  type CommunityRecord,
  type ContentPage,
  type ContentState,
  type NewsFields,
  type NewsRecord,
} from '@alumni/shared/publications/staff-content'
import type { Caller } from '../../../testing/caller.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const { as, db, visitor, signUpPerson, createCommunity, createEvent, createNews } = await buildContentStory()
const { canMove, moves, states } = newsContract
const [ada, stan] = [await as('admin'), await as('staff')]
const homes = { communities: '/settings/content/communities', news: '/settings/content/news' }

const rowers: CommunityFields = {
  title: 'Rowers of Bayside',
  slug: '',
  summary: 'Up before the sun.',
  body: 'We meet **at six**.',
  kind: 'interest',
  picture: 'coast',
  photo: null,
  photo_alt: '',
}
const boathouse: NewsFields = {
  title: 'The boathouse has a stove',
  slug: '',
  summary: 'It is warm.',
  body: 'Come *in*.',
  picture: 'coast',
  photo: null,
  photo_alt: '',
  author: '',
  community_id: null,
  ends: null,
}
const write = async (fields: Partial<NewsFields> = {}) =>
  (await ada.post(homes.news, { ...boathouse, ...fields })).json<NewsRecord>()
const createRowers = async (community: Partial<CommunityFields> = {}) =>
  (await ada.post(homes.communities, { ...rowers, ...community })).json<CommunityRecord>()
const change = (url: string, payload: object, caller: Caller = ada) => caller.request({ method: 'PATCH', url, payload })
const remove = (url: string, version: number) => ada.request({ method: 'DELETE', url, payload: { version } })
const newsUrl = ({ id }: { id: number }) => `${homes.news}/${id}`
const communityUrl = ({ id }: { id: number }) => `${homes.communities}/${id}`
const publish = (url: string) => ada.post(`${url}/moves`, { move: 'publish' })
const recordOf = async (url: string) => (await ada.get(url)).json<{ record: NewsRecord & CommunityRecord }>().record
const status = async (url: string) => (await visitor.visit(url)).statusCode
const readRedirect = async (url: string) => {
  const { statusCode, headers } = await visitor.visit(url)
  return [statusCode, headers.location]
}

test('Ada writes news, previews, publishes and unpublishes them, with an audit entry for each', async () => {
  const draft = await write()
  expect(draft).toMatchObject({
    state: 'draft',
    slug: 'the-boathouse-has-a-stove',
    author: null,
    html: '<p>Come <em>in</em>.</p>\n',
    site_url: 'https://champions.example.edu/news/the-boathouse-has-a-stove',
  })
  const page = `/news/${draft.slug}`
  expect(await status(page)).toBe(404)
  expect((await publish(newsUrl(draft))).json()).toMatchObject({ state: 'published', updated_by: ada.user!.name })
  expect(propsOf(await visitor.visit(page), newsPage).news).toMatchObject({ title: draft.title, html: draft.html })
  expect((await ada.post(`${newsUrl(draft)}/moves`, { move: 'unpublish' })).json()).toMatchObject({ state: 'draft' })
  expect(await status(page)).toBe(404)
  const { version } = await recordOf(newsUrl(draft))
  expect((await remove(newsUrl(draft), version)).statusCode).toBe(204)
  const entries = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject', '=', `news_items/${draft.id}`)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    'news.created',
    'news.publish',
    'news.unpublish',
    'news.deleted',
  ])
})

test('news scheduled in the institution’s time zone are not visible before', async () => {
  const draft = await write({ title: 'Later' })
  const schedule = (time?: string) => ada.post(`${newsUrl(draft)}/moves`, { move: 'schedule', at: time })
  for (const [time, message] of [
    [undefined, 'Choose the day and time'],
    ['2020-01-01T09:00', 'This time has passed'],
    ['2027-03-14T02:30', 'The clocks skip this time'],
    ['2027-02-30T02:30', 'does not exist'],
  ] as const) {
    const reply = await schedule(time)
    expect([[400, 422].includes(reply.statusCode), reply.json().fields.at]).toEqual([
      true,
      expect.stringContaining(message),
    ])
  }
  expect((await schedule('2099-07-01T09:00')).json()).toMatchObject({
    state: 'scheduled',
    published_at: '2099-07-01T13:00:00.000Z',
    clock_zone: 'America/New_York',
  })
  const readPages = async () => [
    await status(`/news/${draft.slug}`),
    await status(`/news/${draft.id}`),
    (await visitor.visit('/news')).body.includes(draft.slug),
    (await visitor.get('/news/feed.atom', { headers: { accept: '*/*' } })).body.includes(draft.slug),
    (await visitor.get('/sitemap.xml')).body.includes(draft.slug),
  ]
  expect(await readPages()).toEqual([404, 404, false, false, false])
  const setTimes = (times: { published_at?: Date; unpublish_at?: Date }) =>
    db.updateTable('news_items').set(times).where('id', '=', draft.id).execute()
  await setTimes({ published_at: inHours(-1) })
  expect(await readPages()).toEqual([200, 200, true, true, true])
  // Ended news disappears from all lists.
  await setTimes({ unpublish_at: inHours(-0.5) })
  expect(await readPages()).toEqual([404, 404, false, false, false])
  expect(await recordOf(newsUrl(draft))).toMatchObject({ state: 'ended', moves: ['unpublish'] })
})

const valuesOf = {
  draft: { published_at: null },
  scheduled: { published_at: inHours(5) },
  published: {},
  ended: { unpublish_at: inHours(-0.5) },
} satisfies Record<ContentState, object>

test.each(states.flatMap((state) => (Object.keys(moves) as (keyof typeof moves)[]).map((move) => ({ state, move }))))(
  'news that are $state react to $move as the table says, or say why not',
  async ({ state, move }) => {
    const news = await createNews(valuesOf[state])
    const before = await recordOf(newsUrl(news))
    expect(before.state).toBe(state)
    const time = move === 'schedule' ? { at: '2099-01-01T09:00' } : {}
    const reply = await ada.post(`${newsUrl(news)}/moves`, { move, ...time })
    if (canMove(state, move)) expect(reply.json()).toMatchObject({ state: moves[move].to })
    else {
      expect([reply.statusCode, reply.json().error]).toEqual([409, expect.stringMatching(/^It is .+\.$/)])
      expect(await recordOf(newsUrl(news))).toEqual(before)
    }
  },
)

test('the second of two administrators who edit an item reads who was first, and what they wrote', async () => {
  const community = await createRowers({ title: 'Two hands' })
  const edit = (title: string, version: number) =>
    change(communityUrl(community), { ...rowers, slug: community.slug, title, version })
  const replies = await Promise.all([edit('Left', community.version), edit('Right', community.version)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const refused = replies.find(({ statusCode }) => statusCode === 409)!.json()
  expect(refused.error).toMatch(/^.+ has saved this community since you opened it\./)
  expect((await edit('Both', refused.current.version)).json()).toMatchObject({ title: 'Both' })
})

test('a community with members, events or news cannot be deleted', async () => {
  const free = await createRowers({ title: 'No one yet' })
  expect(free.deletion_blocker).toBeNull()
  expect((await remove(communityUrl(free), free.version)).statusCode).toBe(204)

  const joined = await createCommunity()
  const { browser } = await signUpPerson('Ana')
  await browser.submit(`/communities/${joined.slug}/members`, {})
  const withNews = await createCommunity()
  await createNews({ community_id: withNews.id })
  const withEvent = await createCommunity()
  await createEvent({ community_id: withEvent.id })
  for (const [community, reason] of [
    [joined, 'it has a member'],
    [withNews, 'news belong to it'],
    [withEvent, 'events belong to it'],
  ] as const) {
    const refused = await remove(communityUrl(community), 1)
    expect([refused.statusCode, refused.json().error]).toEqual([409, expect.stringContaining(reason)])
  }
})

test('a former address redirects to the current one, with its subpages and query', async () => {
  const community = await createRowers({ title: 'Oars' })
  await publish(communityUrl(community))
  const rename = async (slug: string) => {
    const { version } = await recordOf(communityUrl(community))
    return (await change(communityUrl(community), { ...rowers, title: 'Oars', slug, version })).json().slug
  }
  expect([await rename('sculls'), await rename('sweeps')]).toEqual(['sculls', 'sweeps'])
  for (const former of ['oars', 'sculls']) {
    expect(await readRedirect(`/communities/${former}?from=a-letter`)).toEqual([
      301,
      '/communities/sweeps?from=a-letter',
    ])
    expect(await readRedirect(`/communities/${former}/news?page=2`)).toEqual([301, '/communities/sweeps/news?page=2'])
  }
  expect(await status(`/communities/${community.id}`)).toBe(200)
  // A form that was open during the change is still accepted.
  const { browser } = await signUpPerson('Ana')
  const joined = await browser.submit('/communities/oars/members', {})
  expect([joined.statusCode, joined.headers.location]).toEqual([308, '/communities/sweeps/members'])
  // Returning to the first slug causes no redirect loop.
  await rename('oars')
  expect(await status('/communities/oars')).toBe(200)
  expect(await readRedirect('/communities/sweeps')).toEqual([301, '/communities/oars'])
})

test('an address that another item has now shows that one, and one of a draft redirects nowhere', async () => {
  const old = await write({ title: 'Reunion' })
  await publish(newsUrl(old))
  const { version } = await recordOf(newsUrl(old))
  await change(newsUrl(old), { ...boathouse, title: 'Reunion', slug: 'reunion-2025', version })
  expect((await write({ title: 'Reunion' })).slug).toBe('reunion-2')
  const heir = await write({ title: 'Reunion', slug: 'reunion' })
  expect(await readRedirect('/news/reunion')).toEqual([301, '/news/reunion-2025'])
  await publish(newsUrl(heir))
  expect(propsOf(await visitor.visit('/news/reunion'), newsPage).news.href).toBe('/news/reunion')
  await ada.post(`${newsUrl(heir)}/moves`, { move: 'unpublish' })
  await ada.post(`${newsUrl(old)}/moves`, { move: 'unpublish' })
  for (const url of ['/news/reunion', '/news/reunion-2025']) expect(await readRedirect(url)).toEqual([404, undefined])
  const duplicate = await write({ slug: 'reunion' })
  expect((duplicate as unknown as { fields: object }).fields).toEqual({ slug: expect.stringContaining('already') })
})

test('an event keeps its answers under a new address, and the former one still finds its calendar file', async () => {
  const event = await createEvent({ slug: 'homecoming-day' })
  const url = `/champion_signups/events/${event.id}`
  const { event: record } = (await stan.get(`${url}/edit`)).json()
  expect((await change(url, { ...record, slug: 'homecoming-2099' }, stan)).json()).toMatchObject({
    slug: 'homecoming-2099',
  })
  expect(await readRedirect('/events/homecoming-day/calendar.ics')).toEqual([
    301,
    '/events/homecoming-2099/calendar.ics',
  ])
})

test('the lists can be filtered by state and words, and have counts', async () => {
  const quincy = await write({ title: 'Quincy sails', author: 'Ines' })
  const list = async (query: string, home = homes.news) => (await ada.get(`${home}${query}`)).json<ContentPage>()
  for (const query of ['?q=quincy', '?q=ines', '?q=sails+quincy&state=draft'])
    expect((await list(query)).rows.map(({ id }) => id)).toEqual([quincy.id])
  expect((await list('?q=quincy&state=published')).rows).toEqual([])
  for (const home of Object.values(homes)) {
    const { counts, matching } = await list('?state=nonsense&page=x', home)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(matching)
  }
})

test.each([
  ['an unknown photo', { photo: `${'a'.repeat(32)}-800x600`, photo_alt: 'A boat' }, 'photo', 422],
  ['a photo without a description', { photo: `${'a'.repeat(32)}-800x600` }, 'photo_alt', 400],
  ['a picture in the text without a description', { body: 'See ![](/photos/x)' }, 'body', 400],
  ['an unknown community', { community_id: 999_999 }, 'community_id', 422],
  ['an impossible end', { ends: '2027-02-30T10:00' }, 'ends', 422],
  ['no title', { title: ' ' }, 'title', 400],
])('news with %s are refused beside the field', async (_, fields, field, expected) => {
  const reply = await ada.post(homes.news, { ...boathouse, ...fields })
  expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([expected, [field]])
})
