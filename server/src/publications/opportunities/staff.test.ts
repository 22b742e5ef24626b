import { expect, test } from 'vitest'
import {
  opportunityContract,
  type OpportunityFields,
  type OpportunityMove,
  type OpportunityRecord,
  type OpportunityState,
  type StaffOpportunitiesPage,
  type StaffOpportunityPage,
} from '@alumni/shared/publications/staff-opportunities'
import type { Caller } from '../../../testing/caller.ts'
import { buildOpportunityStory, fromBoston } from '../testing/opportunity-story.ts'

const { as, visitor, db, createOpportunity, champion, responseIn, responseOf, sendLetters } =
  await buildOpportunityStory()
const { canMove, moves, states } = opportunityContract
const [stan, ada] = [await as('staff'), await as('admin')]
const home = '/champion_signups/opportunities'
const urlOf = ({ id }: { id: number }) => `${home}/${id}`

const dinner: OpportunityFields = {
  title: 'A dinner, far from Home!',
  slug: '',
  summary: 'Two students at your table.',
  body: 'Bring **nothing**. <script>alert(1)</script>',
  kind: 'hosting',
  picture: 'food',
  photo: null,
  photo_alt: '',
  place: 'Boston',
  is_remote: false,
  effort: '',
  question: '',
  places: 2,
  closes_on: null,
}
const patch = (caller: Caller, url: string, payload: object) => caller.request({ method: 'PATCH', url, payload })
const remove = (caller: Caller, url: string, payload: object) => caller.request({ method: 'DELETE', url, payload })
const write = async (fields: Partial<OpportunityFields> = {}) =>
  (await stan.post(home, { ...dinner, ...fields })).json<OpportunityRecord>()
const recordOf = async (url: string) => (await stan.get(`${url}/edit`)).json<OpportunityRecord>()
const statusOnSite = async (slug: string) => [
  (await visitor.visit(`/opportunities/${slug}`)).statusCode,
  (await visitor.visit('/opportunities?q=dinner')).body.includes(`/opportunities/${slug}`),
  (await visitor.get('/sitemap.xml')).body.includes(`/opportunities/${slug}<`),
]

test('Stan’s opportunity is an invisible draft until he publishes it', async () => {
  const draft = await write()
  expect(draft).toMatchObject({
    state: 'draft',
    slug: 'a-dinner-far-from-home',
    effort: null,
    updated_by: 'Stan Okafor',
  })
  expect(await statusOnSite(draft.slug)).toEqual([404, false, false])
  expect((await visitor.visit(`/opportunities/${draft.id}`)).statusCode).toBe(404)
  const reply = await stan.post(`${urlOf(draft)}/moves`, { move: 'publish' })
  expect(reply.json()).toMatchObject({ state: 'open', moves: ['unpublish', 'close'] })
  expect(await statusOnSite(draft.slug)).toEqual([200, true, true])
  await stan.post(`${urlOf(draft)}/moves`, { move: 'unpublish' })
  expect(await statusOnSite(draft.slug)).toEqual([404, false, false])
})

test('a second one with the same title gets another address, and a taken address is refused beside its field', async () => {
  const first = await write({ title: 'Mentor a robot' })
  expect([first.slug, (await write({ title: 'Mentor a robot' })).slug]).toEqual(['mentor-a-robot', 'mentor-a-robot-2'])
  const duplicate = await stan.post(home, { ...dinner, slug: first.slug })
  expect([duplicate.statusCode, duplicate.json().fields.slug]).toEqual([
    422,
    'Another page has the address “mentor-a-robot” already.',
  ])
  expect((await write({ title: '2027' })).slug).toBe('opportunity-2027')
  const digits = await stan.post(home, { ...dinner, slug: '2027' })
  expect([digits.statusCode, digits.json().fields.slug]).toEqual([400, expect.stringContaining('not only digits')])
})

test('a published one may get another address, and the former one redirects with its subpages', async () => {
  const { version, ...draft } = await write({ title: 'Before' })
  await stan.post(`${urlOf(draft)}/moves`, { move: 'publish' })
  const renamed = await patch(stan, urlOf(draft), { ...dinner, slug: 'after', version: version + 1 })
  expect(renamed.json()).toMatchObject({ slug: 'after' })
  const led = await visitor.visit('/opportunities/before?from=a-letter')
  expect([led.statusCode, led.headers.location]).toEqual([301, '/opportunities/after?from=a-letter'])
  const saved = await patch(stan, urlOf(draft), { ...dinner, title: 'After', version: version + 2 })
  expect(saved.json()).toMatchObject({ title: 'After', slug: 'after' })
})

test('the second of two people who edit an opportunity reads who was first, and what they wrote', async () => {
  const draft = await write()
  const edit = (caller: Caller, title: string, version: number) =>
    patch(caller, urlOf(draft), { ...dinner, slug: draft.slug, title, version })
  const replies = await Promise.all([edit(ada, 'Ada’s', draft.version), edit(stan, 'Stan’s', draft.version)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const winner = replies.find(({ statusCode }) => statusCode === 200)!.json<OpportunityRecord>()
  const refused = replies.find(({ statusCode }) => statusCode === 409)!.json()
  expect(refused.error).toBe(
    `${winner.updated_by} has saved this opportunity since you opened it. What you typed is still here.`,
  )
  expect(refused.current).toMatchObject({ title: winner.title, version: draft.version + 1 })
  expect((await edit(stan, 'Mine after all', refused.current.version)).json()).toMatchObject({
    title: 'Mine after all',
  })
})

test('a draft can be deleted, and one that is published or was changed meanwhile cannot', async () => {
  const [draft, published] = [await write(), await createOpportunity()]
  expect((await remove(stan, urlOf(draft), { version: draft.version + 1 })).statusCode).toBe(409)
  expect((await remove(stan, urlOf(draft), { version: draft.version })).statusCode).toBe(204)
  expect((await stan.get(urlOf(draft))).statusCode).toBe(404)
  const refused = await remove(stan, urlOf(published), { version: 1 })
  expect([refused.statusCode, refused.json().error]).toEqual([409, expect.stringContaining('Only a draft')])
})

const valuesOf = {
  draft: { published_at: null },
  scheduled: { published_at: '2099-01-01' },
  open: {},
  closed: { closed_at: '2026-11-01' },
} satisfies Record<OpportunityState, object>

test.each(states.flatMap((state) => (Object.keys(moves) as OpportunityMove[]).map((move) => ({ state, move }))))(
  'an opportunity that is $state reacts to $move as the table says, or says why not',
  async ({ state, move }) => {
    const opportunity = await createOpportunity(valuesOf[state])
    const before = await recordOf(urlOf(opportunity))
    expect(before.state).toBe(state)
    const time = move === 'schedule' ? { at: '2099-01-01T09:00' } : {}
    const reply = await stan.post(`${urlOf(opportunity)}/moves`, { move, ...time })
    if (canMove(state, move)) expect(reply.json()).toMatchObject({ state: moves[move].to })
    else {
      expect([reply.statusCode, reply.json().error]).toEqual([409, expect.stringMatching(/^This opportunity is .+\.$/)])
      expect(await recordOf(urlOf(opportunity))).toEqual(before)
    }
  },
)

test('one of two people who close it at once succeeds, and the other reads who was first', async () => {
  const opportunity = await createOpportunity()
  const replies = await Promise.all(
    [ada, stan].map((caller) => caller.post(`${urlOf(opportunity)}/moves`, { move: 'close' })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(replies.find(({ statusCode }) => statusCode === 409)!.json().error).toMatch(
    /^This opportunity is now closed: .+ changed it last\./,
  )
})

test.each([
  ['without a summary is not published', { published_at: null, summary: '' }, 'publish', 'Write a summary first'],
  ['whose last day has passed is not reopened', { closes_on: '2026-01-31' }, 'reopen', 'Its last day has passed'],
])('an opportunity %s', async (_, values, move, message) => {
  const opportunity = await createOpportunity(values)
  const reply = await stan.post(`${urlOf(opportunity)}/moves`, { move })
  expect([reply.statusCode, reply.json().error]).toEqual([409, expect.stringContaining(message)])
})

test('an opportunity with answers cannot be unpublished, but closed, and reopened for the waiting list', async () => {
  const opportunity = await createOpportunity({ places: 1 })
  const [ana, ben] = [await champion(), await champion()]
  for (const { browser } of [ana, ben]) await browser.submit(`${opportunity.url}/responses`, fromBoston)
  const refused = await stan.post(`${urlOf(opportunity)}/moves`, { move: 'unpublish' })
  expect([refused.statusCode, refused.json().error]).toEqual([409, expect.stringContaining('Close it instead')])
  await stan.post(`${urlOf(opportunity)}/moves`, { move: 'close' })
  const { id } = (await responseOf(opportunity, ana.signup))!
  await stan.post(`${urlOf(opportunity)}/decisions`, { ids: [id], decision: 'decline' })
  expect((await responseOf(opportunity, ben.signup))!.status).toBe('waiting')
  await sendLetters()
  await stan.post(`${urlOf(opportunity)}/moves`, { move: 'reopen' })
  expect((await responseOf(opportunity, ben.signup))!.status).toBe('responded')
  expect((await sendLetters()).map(({ to }) => to)).toEqual([ben.signup.email])
})

test('additional places go to the waiting list', async () => {
  const opportunity = await createOpportunity({ places: 1 })
  const [ana, ben] = [await champion(), await champion()]
  for (const { browser } of [ana, ben]) await browser.submit(`${opportunity.url}/responses`, fromBoston)
  const { version, slug } = await recordOf(urlOf(opportunity))
  await patch(stan, urlOf(opportunity), { ...dinner, slug, places: 2, version })
  expect((await responseOf(opportunity, ben.signup))!.status).toBe('responded')
})

test('answers are listed in order with the waiting list, and can be found by words', async () => {
  const opportunity = await createOpportunity({ places: 1, question: 'Which city?' })
  const people = [await champion({ first_name: 'Ana' }), await champion({ first_name: 'Ben' }), await champion()]
  for (const [index, { browser }] of people.entries())
    await browser.submit(`${opportunity.url}/responses`, {
      ...fromBoston,
      answer: ['Oslo', 'Bergen', 'Turku'][index] ?? '',
    })
  const page = async (query: string) => (await stan.get(`${urlOf(opportunity)}${query}`)).json<StaffOpportunityPage>()
  const decide = await page('')
  expect(decide).toMatchObject({ status: 'responded', matching: 1 })
  expect(decide.responses[0]).toMatchObject({ name: 'Ana García Márquez', answer: 'Oslo', postal_code: '02118' })
  const waiting = await page('?status=waiting')
  expect(waiting.responses.map(({ answer, line }) => [answer, line])).toEqual([
    ['Bergen', 1],
    ['Turku', 2],
  ])
  expect((await page('?status=all&q=turku')).responses.map(({ line }) => line)).toEqual([2])
  expect((await page('?status=all&q=ben')).matching).toBe(1)
  expect((await page('?page=9')).page).toBe(1)
})

test('many answers are decided at once, and the others are listed with the reason and who was first', async () => {
  const opportunity = await createOpportunity({ places: 3 })
  await sendLetters()
  const people = await Promise.all(['responded', 'accepted', 'withdrawn'].map(() => champion()))
  const ids = [
    await responseIn('responded', opportunity, people[0]!.signup),
    await responseIn('responded', opportunity, people[1]!.signup),
    await responseIn('withdrawn', opportunity, people[2]!.signup),
  ]
  await ada.post(`${urlOf(opportunity)}/decisions`, { ids: [ids[1]], decision: 'accept' })
  const reply = await stan.post(`${urlOf(opportunity)}/decisions`, { ids, decision: 'accept' })
  expect(reply.json()).toMatchObject({
    decided: 1,
    refused: [
      { id: ids[1], error: 'This person has already been accepted by Ada Lindqvist.' },
      { id: ids[2], error: 'This person has taken their offer back.' },
    ],
  })
  expect((await sendLetters()).map(({ to }) => to)).toEqual([people[1]!.signup.email, people[0]!.signup.email])
  const elsewhere = await createOpportunity()
  expect((await stan.post(`${urlOf(elsewhere)}/decisions`, { ids, decision: 'decline' })).statusCode).toBe(404)
})

test('the file of answers has everyone and no formula', async () => {
  const opportunity = await createOpportunity()
  const ana = await champion({ first_name: '=SUM(A1)', last_name: 'Ana' })
  await ana.browser.submit(`${opportunity.url}/responses`, fromBoston)
  const gone = await champion({ deleted_at: null })
  await responseIn('withdrawn', opportunity, gone.signup)
  await db.updateTable('champion_signups').set({ deleted_at: new Date() }).where('id', '=', gone.signup.id).execute()
  const { body, headers } = await stan.get(`${urlOf(opportunity)}/responses.csv`)
  expect(headers['content-disposition']).toBe(`attachment; filename="${opportunity.slug}-answers.csv"`)
  const [header, first, second] = body.replace('\ufeff', '').split('\r\n')
  expect(header).toBe(
    'name,email,buid,status,message,answer,postal_code,country,answered_at,class_years,city,events_before',
  )
  expect(first).toMatch(/^"'=SUM\(A1\) Ana",.+,responded,I would love to\.,,02118,United States,/)
  expect(second).toMatch(/^Deleted signup,,,withdrawn,/)
})

test('the list can be filtered by state, kind and words, and has counts', async () => {
  const drafts = await write({ title: 'Paint the boathouse', kind: 'welcoming', place: 'Quincy' })
  const list = async (query: string) => (await stan.get(`${home}${query}`)).json<StaffOpportunitiesPage>()
  expect((await list('?q=boathouse')).opportunities.map(({ id }) => id)).toEqual([drafts.id])
  expect((await list('?q=quincy&kind=welcoming&state=draft')).matching).toBe(1)
  expect((await list('?q=quincy&state=closed')).opportunities).toEqual([])
  const { counts, matching } = await list('?state=nonsense')
  expect(counts.draft + counts.scheduled + counts.open + counts.closed).toBe(matching)
})
