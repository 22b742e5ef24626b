import { beforeEach, expect, test } from 'vitest'
import { opportunitiesPage, opportunityPage } from '@alumni/shared/publications/opportunities'
import { championCookies } from '../../champions/sign-in/cookies.ts'
import { rememberDevice } from '../../champions/sign-in/devices.ts'
import { Browser } from '../../../testing/browser.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { listNewestOpportunities } from './cards.ts'
import { decideAnswers } from './decide.ts'
import { buildOpportunityStory, fromBoston } from '../testing/opportunity-story.ts'

const { db, config, createOpportunity, champion, people, visitor, nobody } = await buildOpportunityStory()

beforeEach(async () => {
  await db.deleteFrom('opportunity_responses').execute()
  await db.deleteFrom('opportunities').execute()
})

const list = async (query = '', browser = visitor) =>
  propsOf(await browser.visit(`/opportunities${query}`), opportunitiesPage)
const titles = async (query = '') => (await list(query)).cards.map(({ title }) => title)

test('everyone may read open opportunities, newest first and filtered, and closed ones on request', async () => {
  await createOpportunity({ title: 'Host a dinner', kind: 'hosting', place: 'Boston', published_at: '2026-10-01' })
  await createOpportunity({ title: 'Review résumés', kind: 'recruiting', is_remote: true, published_at: '2026-10-02' })
  await createOpportunity({ title: 'Speak in class', kind: 'speaking', place: 'Dublin', closed_at: '2026-10-09' })
  await createOpportunity({ title: 'A draft', published_at: null })
  await createOpportunity({ title: 'Next month', published_at: '2999-01-01' })
  expect(await titles()).toEqual(['Review résumés', 'Host a dinner'])
  expect(await titles('?closed=yes')).toEqual(['Review résumés', 'Host a dinner', 'Speak in class'])
  expect(await titles('?kind=hosting')).toEqual(['Host a dinner'])
  expect(await titles('?where=anywhere')).toEqual(['Review résumés'])
  expect(await titles('?where=Boston')).toEqual(['Host a dinner'])
  expect(await titles('?q=dinner+BOSTON')).toEqual(['Host a dinner'])
  expect(await titles('?q=100%25')).toEqual([])
  expect(await titles('?kind=nonsense&page=zero&where=')).toEqual(['Review résumés', 'Host a dinner'])
  const { filter } = await list('?kind=hosting&q=dinner')
  expect(filter.values).toEqual({ kind: 'hosting', q: 'dinner' })
})

test('a page has twelve, and a page after the last one shows the last one', async () => {
  for (let count = 0; count < 14; count++) await createOpportunity()
  expect(await list()).toMatchObject({ page: 1, pages: 2, matching: 14, cards: { length: 12 } })
  expect(await list('?page=9')).toMatchObject({ page: 2, cards: { length: 2 } })
})

test('a slug and a numeric id show the same page, and an unpublished or unknown one is a 404', async () => {
  const { id, url } = await createOpportunity({ body: '*First* line. <script>alert(1)</script>', question: 'Why?' })
  const bySlug = propsOf(await visitor.visit(url), opportunityPage)
  expect(propsOf(await visitor.visit(`/opportunities/${id}`), opportunityPage)).toEqual(bySlug)
  expect(bySlug).toMatchObject({
    opportunity: { href: url, question: 'Why?', html: '<p><em>First</em> line. </p>\n' },
    response: null,
  })
  const draft = await createOpportunity({ published_at: null })
  for (const key of [draft.slug, String(draft.id), 'no-such', '0', '99999999999999', "'; drop table"]) {
    const reply = await visitor.visit(`/opportunities/${encodeURIComponent(key)}`)
    expect([key, reply.statusCode]).toEqual([key, 404])
  }
  expect((await nobody.visit(url)).statusCode).toBe(404)
})

test('published opportunities are in the sitemap', async () => {
  const [{ url }, draft] = [await createOpportunity(), await createOpportunity({ published_at: null })]
  const { body } = await visitor.visit('/sitemap.xml')
  expect(body).toContain(`<loc>https://champions.example.edu${url}</loc>`)
  expect(body).not.toContain(`${draft.url}<`)
})

test('the remaining places are correct on the card and the page', async () => {
  const { url, id } = await createOpportunity({ places: 2 })
  const [ana, ben, cleo] = [await champion(), await champion(), await champion()]
  const readPages = async () => [
    (await list()).cards[0]!.note,
    propsOf(await visitor.visit(url), opportunityPage).opportunity.places_left,
  ]
  expect(await readPages()).toEqual(['2 places left', 2])
  await ana.browser.submit(`${url}/responses`, fromBoston)
  expect(await readPages()).toEqual(['1 place left', 1])
  await decideAnswers(db, id, { ids: [(await responseOf(ana.signup.id)).id], decision: 'accept' }, people.staff)
  await ben.browser.submit(`${url}/responses`, fromBoston)
  await cleo.browser.submit(`${url}/responses`, fromBoston)
  expect(await readPages()).toEqual(['Full, with a waiting list', 0])
  await db.updateTable('opportunities').set({ places: 1 }).where('id', '=', id).execute()
  expect(await readPages()).toEqual(['Full, with a waiting list', 0])
  await db
    .updateTable('champion_signups')
    .set({ deleted_at: new Date() })
    .where('id', 'in', [ana.signup.id, ben.signup.id])
    .execute()
  expect(await readPages()).toEqual(['1 place left', 1])
})

const responseOf = (signup: number) =>
  db.selectFrom('opportunity_responses').select('id').where('signup_id', '=', signup).executeTakeFirstOrThrow()

test('only a verified person sees their own answer, a remembered device does not, and no one sees others’', async () => {
  const opportunity = await createOpportunity({ question: 'Why?' })
  const [peggy, minh] = [await champion({ first_name: 'Peggy' }), await champion()]
  await peggy.browser.submit(`${opportunity.url}/responses`, { ...fromBoston, message: 'secret', answer: 'secret' })
  const device = await rememberDevice(db, config, { signup: peggy.signup, name: 'Firefox' })
  const recognized = new Browser(visitor)
  recognized.cookies.set(championCookies(config).device.name, device.token)
  expect((await list('', peggy.browser)).cards[0]!.tag).toEqual({ tone: 'good', label: 'You offered to help' })
  for (const browser of [visitor, recognized, minh.browser]) {
    const page = await browser.visit(opportunity.url)
    expect(propsOf(page, opportunityPage).response).toBeNull()
    expect(page.body).not.toContain('secret')
    expect(propsOf(await browser.visit('/opportunities'), opportunitiesPage).cards[0]!.tag).toBeNull()
  }
  expect(propsOf(await recognized.visit(opportunity.url), opportunityPage).form.values).toEqual({})
})

test('a page suggests other open opportunities', async () => {
  await createOpportunity({ title: 'First' })
  await createOpportunity({ title: 'Second' })
  await createOpportunity({ title: 'Closed', closed_at: '2026-10-09' })
  const names = (cards: { title: string }[]) => cards.map(({ title }) => title)
  expect(names(await listNewestOpportunities(db, 3))).toEqual(['First', 'Second'])
  expect(names(await listNewestOpportunities(db, 1))).toEqual(['First'])
})

test('an opportunity is open until its last day has ended everywhere on earth', async () => {
  const day = (offsetHours: number) => new Date(Date.now() + offsetHours * 3_600_000).toISOString().slice(0, 10)
  await createOpportunity({ title: 'Today, where it ends last', closes_on: day(-12) })
  await createOpportunity({ title: 'Over everywhere', closes_on: day(-36) })
  expect(await titles()).toEqual(['Today, where it ends last'])
})
