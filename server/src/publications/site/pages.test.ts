import { expect, test } from 'vitest'
import {
  attendeesPage,
  communitiesPage,
  communityMembersPage,
  communityPage,
  eventPage,
  eventsPage,
  newsListPage,
  newsPage,
} from '@alumni/shared/publications/content'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { internalHost } from '../../../testing/test-app.ts'
import { buildContentStory, inHours } from '../testing/content-story.ts'

const story = await buildContentStory()
const { asChampion, cancel, signUpPerson, createCommunity, createEvent, createNews, db, rsvp, visitor } = story
const titles = ({ cards }: { cards: { title: string }[] }) => cards.map(({ title }) => title)

test('Rosa reads a community, its news and its events without signing in, by slug and by id', async () => {
  const boston = await createCommunity({ body: 'We meet **every month**.' })
  // It is still Saturday in Boston.
  const night = '2026-11-22T02:00:00Z'
  const news = await createNews({ community_id: boston.id, title: 'A new chair', published_at: night })
  const event = await createEvent({ community_id: boston.id, title: 'Walk along the harbor' })
  for (const key of [boston.slug, boston.id]) {
    const page = propsOf(await visitor.visit(`/communities/${key}`), communityPage)
    expect(page.community).toMatchObject({ href: `/communities/${boston.slug}`, name: 'Bayside in Boston', members: 0 })
    expect(page.html).toContain('<strong>every month</strong>')
    expect([titles({ cards: page.news }), titles({ cards: page.events })]).toEqual([
      ['A new chair'],
      ['Walk along the harbor'],
    ])
    expect(page.news[0]!.over).toBe('November 21, 2026 · Bayside in Boston')
    expect(titles(propsOf(await visitor.visit(`/communities/${key}/news`), newsListPage))).toEqual(['A new chair'])
    expect(titles(propsOf(await visitor.visit(`/communities/${key}/events`), eventsPage))).toEqual([
      'Walk along the harbor',
    ])
  }
  for (const key of [news.slug, news.id])
    expect(propsOf(await visitor.visit(`/news/${key}`), newsPage).news).toMatchObject({
      title: 'A new chair',
      community: { href: `/communities/${boston.slug}`, name: 'Bayside in Boston' },
    })
  for (const key of [event.slug, event.id])
    expect(propsOf(await visitor.visit(`/events/${key}`), eventPage).event.title).toBe('Walk along the harbor')
})

test('a canceled event is not upcoming, and its page says that it was canceled', async () => {
  const community = await createCommunity()
  const values = { community_id: community.id, title: 'Canceled supper' }
  const event = await createEvent({ ...values, cancelled_at: new Date() })
  await createEvent({ ...values, title: 'Supper' })
  expect(titles(propsOf(await visitor.visit(`/communities/${community.slug}/events`), eventsPage))).toEqual(['Supper'])
  expect(titles(propsOf(await visitor.visit('/events'), eventsPage))).not.toContain('Canceled supper')
  expect(propsOf(await visitor.visit(`/events/${event.slug}`), eventPage).event.state).toBe('cancelled')
})

test('an unpublished, scheduled or unknown item is a 404 on every page and on no list', async () => {
  const [draft, later] = [{ published_at: null }, { published_at: inHours(1) }]
  const missing = [
    ...(await Promise.all([draft, later].map(createCommunity))).flatMap(({ id, slug }) =>
      [id, slug].flatMap((key) => ['', '/news', '/events'].map((page) => `/communities/${key}${page}`)),
    ),
    ...(await Promise.all([draft, later].map(createNews))).flatMap(({ id, slug }) => [`/news/${id}`, `/news/${slug}`]),
    ...(await Promise.all([draft, later].map(createEvent))).flatMap(({ id, slug }) =>
      [id, slug].flatMap((key) => [`/events/${key}`, `/events/${key}/calendar.ics`]),
    ),
    '/communities/nowhere',
    '/news/0',
    '/news/999999999999999',
    '/news/99999999999999999999',
    '/events/-1',
    '/events/1e3',
    '/events/%F0%9F%8E%89',
    `/events/${'x'.repeat(300)}`,
  ]
  for (const url of missing) expect([url, (await visitor.visit(url)).statusCode]).toEqual([url, 404])
  const { browser } = await signUpPerson('Ana')
  const event = await createEvent(draft)
  for (const reply of [await rsvp(browser, event), await cancel(browser, event)]) expect(reply.statusCode).toBe(404)
  const all = [
    titles(propsOf(await visitor.visit('/events'), eventsPage)),
    titles(propsOf(await visitor.visit('/communities'), communitiesPage)),
  ]
  const { matching } = propsOf(await visitor.visit('/events'), eventsPage)
  expect(all[0]).toHaveLength(matching)
  const listed = JSON.stringify(await visitor.visit('/events').then((reply) => reply.body))
  expect(listed).not.toContain(event.slug)
})

test('the lists have their filter and page in the URL, and ignore invalid values', async () => {
  const film = await createCommunity({ name: 'Film lovers', kind: 'interest' })
  for (let index = 0; index < 14; index++)
    await createEvent({
      title: `Evening ${index}`,
      community_id: film.id,
      starts_at: inHours(100 + index),
      ends_at: inHours(101 + index),
    })
  await createEvent({ title: 'Long ago', community_id: film.id, starts_at: inHours(-50), ends_at: inHours(-49) })

  const second = propsOf(await visitor.visit(`/events?community=${film.slug}&page=2`), eventsPage)
  expect([titles(second), second.page, second.pages, second.matching]).toEqual([['Evening 12', 'Evening 13'], 2, 2, 14])
  expect(second.filter.values).toMatchObject({ time: '', near: '', community: film.slug })
  expect(second.communities).toContainEqual({ value: film.slug, label: 'Film lovers' })
  const past = propsOf(await visitor.visit(`/events?time=past&community=${film.slug}`), eventsPage)
  expect(titles(past)).toEqual(['Long ago'])
  const interests = propsOf(await visitor.visit('/communities?kind=interest'), communitiesPage)
  expect(titles(interests)).toEqual(['Film lovers'])
  for (const odd of [
    '/events?time=x&page=-1&page=2',
    '/communities?kind=x&page=y',
    '/news?community=nobody',
    '/events?page=99',
  ])
    expect([odd, (await visitor.visit(odd)).statusCode]).toEqual([odd, 200])
})

test('an event and news of a draft community name no community', async () => {
  const { id: community_id } = await createCommunity({ name: 'Bayside on the moon', published_at: inHours(24) })
  const [event, news] = [await createEvent({ community_id }), await createNews({ community_id })]
  for (const path of [`/events/${event.slug}`, `/news/${news.slug}`])
    expect((await visitor.visit(path)).body).not.toContain('on the moon')
})

test('a canceled event is upcoming on no list, and its page says so', async () => {
  const boston = await createCommunity()
  const event = await createEvent({ title: 'The river', community_id: boston.id, cancelled_at: inHours(-1) })
  await createEvent({ title: 'The harbor', community_id: boston.id })
  for (const url of [`/communities/${boston.slug}/events`, '/events'])
    expect(titles(propsOf(await visitor.visit(url), eventsPage))).not.toContain('The river')
  const page = propsOf(await visitor.visit(`/communities/${boston.slug}`), communityPage)
  expect(titles({ cards: page.events })).toEqual(['The harbor'])
  expect(propsOf(await visitor.visit(`/events/${event.slug}`), eventPage).event.state).toBe('cancelled')
  await db
    .updateTable('events')
    .set({ starts_at: inHours(-4), ends_at: inHours(-2) })
    .where('id', '=', event.id)
    .execute()
  const { cards } = propsOf(await visitor.visit(`/communities/${boston.slug}/events?time=past`), eventsPage)
  expect(cards).toMatchObject([{ title: 'The river', tag: { label: 'Canceled' } }])
})

test('a script in a text is shown as text everywhere', async () => {
  const evil =
    '# Hello\n<script>alert(1)</script><img src=x onerror=alert(1)>\n[a](javascript:alert(1)) [b](https://example.org "t")\n\n<a href="  jAvAsCrIpT:alert(1)" onclick="x()">c</a><svg/onload=alert(1)><iframe src="https://evil"></iframe><style>*{}</style><form action="//evil"><input></form><p style="position:fixed">d</p>![i](data:text/html,x)'
  const [news, event, community] = [
    await createNews({ body: evil, title: '<b>Bold</b>' }),
    await createEvent({ body: evil }),
    await createCommunity({ body: evil, name: 'X' }),
  ]
  const bodies = [
    propsOf(await visitor.visit(`/news/${news.slug}`), newsPage).news.html,
    propsOf(await visitor.visit(`/events/${event.slug}`), eventPage).event.html,
    propsOf(await visitor.visit(`/communities/${community.slug}`), communityPage).html,
  ]
  for (const html of bodies) {
    expect(html).not.toMatch(/<(script|img|svg|iframe|style|form|input|h1)|\son\w+=|javascript:|style=|data:/i)
    expect(html).toContain('<h2>Hello</h2>')
    expect(html).toContain('<a href="https://example.org">b</a>')
  }
  const feed = (await visitor.get('/news/feed.atom')).body
  expect(feed).not.toMatch(/<script|onerror|javascript:/)
})

test('only champions see members, by first name and initial, each person once', async () => {
  const boston = await createCommunity({ name: 'Members of Boston' })
  const rosa = await signUpPerson('Rosa', { last_name: 'Álvarez' })
  const gone = await signUpPerson('Gone', { last_name: 'Doe' })
  const old = await signUpPerson('Rosie', { last_name: 'Old' })
  const url = `/communities/${boston.slug}`
  for (const { browser } of [rosa, gone, old, rosa]) {
    const reply = await browser.submit(`${url}/members`, {})
    expect([reply.statusCode, reply.headers.location]).toEqual([303, url])
  }
  const change = (signup: number, values: object) =>
    db.updateTable('champion_signups').set(values).where('id', '=', signup).execute()
  await change(gone.signup.id, { deleted_at: new Date() })
  await change(old.signup.id, { deleted_at: new Date(), merged_into_id: rosa.signup.id })

  const page = propsOf(await rosa.browser.visit(`${url}/members`), communityMembersPage)
  expect(page.people).toEqual([{ name: 'Rosa Á.', detail: expect.stringMatching(/^Member since \w+ 20\d\d$/) }])
  expect(page.community).toMatchObject({ members: 1, is_member: true })
  expect(page.matching).toBe(1)
  const shut = await visitor.visit(`${url}/members`)
  expect([shut.statusCode, shut.headers.location]).toEqual([
    302,
    `/sign-in?return_to=${encodeURIComponent(`${url}/members`)}`,
  ])

  await rosa.browser.submit(`${url}/members/leave`, {})
  expect(propsOf(await rosa.browser.visit(url), communityPage).community).toMatchObject({
    members: 0,
    is_member: false,
  })
})

test('only champions see attendees, without waiting and canceled ones', async () => {
  const event = await createEvent({ places: 3 })
  const [rosa, ben, cleo, dan] = [
    await signUpPerson('Rosa', { last_name: 'Álvarez' }),
    await signUpPerson('Ben', { last_name: 'Lee' }),
    await signUpPerson('Cleo'),
    await signUpPerson('Dan'),
  ]
  await db
    .updateTable('champion_signups')
    .set({ first_name: 'Cheap pills at spam.example' })
    .where('id', '=', ben.signup.id)
    .execute()
  await rsvp(rosa.browser, event, 1)
  await rsvp(ben.browser, event)
  await rsvp(cleo.browser, event)
  await rsvp(dan.browser, event)
  await cancel(dan.browser, event)
  const page = propsOf(await dan.browser.visit(`/events/${event.slug}/attendees`), attendeesPage)
  expect(page.people).toEqual([
    { name: 'A champion', detail: null },
    { name: 'Rosa Á.', detail: 'With 1 guest' },
  ])
  expect((await visitor.visit(`/events/${event.id}/attendees`)).statusCode).toBe(302)
})

test('every list shows a champion their own answer', async () => {
  const community = await createCommunity({ name: 'Lists' })
  const event = await createEvent({ community_id: community.id, places: 2 })
  const [rosa, ben] = [await signUpPerson('Rosa'), await signUpPerson('Ben')]
  await rsvp(rosa.browser, event)
  const tagFor = async (browser: typeof visitor) =>
    propsOf(await browser.visit(`/communities/${community.slug}/events`), eventsPage).cards[0]
  expect(await tagFor(rosa.browser)).toMatchObject({ tag: { label: 'You are going' }, note: '1 place left' })
  expect(await tagFor(ben.browser)).toMatchObject({ tag: null })
  await rsvp(ben.browser, event)
  const cleo = await signUpPerson('Cleo')
  await rsvp(cleo.browser, event)
  expect(await tagFor(cleo.browser)).toMatchObject({ tag: { label: 'You are on the waiting list' }, note: null })
  expect(await tagFor(visitor)).toMatchObject({ tag: { label: 'Full, with a waiting list' } })
})

test('only guests get the link of an online event', async () => {
  const event = await createEvent({ is_online: true, venue: 'Video call', address: 'https://meet.example.org/secret' })
  const { browser } = await signUpPerson('Rosa')
  for (const [caller, url] of [
    [visitor, `/events/${event.slug}`],
    [browser, `/events/${event.slug}`],
    [visitor, `/events/${event.slug}/calendar.ics`],
  ] as const)
    expect((await caller.visit(url)).body).not.toContain('secret')
  await rsvp(browser, event)
  expect(propsOf(await browser.visit(`/events/${event.slug}`), eventPage).event).toMatchObject({
    link: 'https://meet.example.org/secret',
    address: null,
  })
})

test('these pages do not exist on the staff’s site', async () => {
  const event = await createEvent()
  const signup = await createSignup(db, { email: 'staff-site@example.org' })
  const browser = (await asChampion(signup)).with({ host: internalHost })
  for (const url of ['/communities', '/news', '/events', `/events/${event.slug}`, '/robots.txt', '/sitemap.xml'])
    expect([url, (await browser.visit(url)).statusCode]).toEqual([url, 404])
})
