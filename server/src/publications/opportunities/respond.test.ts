import { transact } from '../../foundations/database/db.ts'
import { expect, test } from 'vitest'
import { opportunityPage } from '@alumni/shared/publications/opportunities'
import { rounds } from '../../../testing/soak.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { fillOpportunityPlaces, withdrawOffers, offerHelp, withdrawOffer } from './respond.ts'
import { buildOpportunityStory, fromBoston } from '../testing/opportunity-story.ts'

const { db, createOpportunity, champion, responseOf, eventsOf, sendLetters, visitor } = await buildOpportunityStory()

/** More people than database connections. */
const crowd = rounds(15, 50)
const ofBoston = { answer: null, ...fromBoston }
const statusOf = async (...args: Parameters<typeof responseOf>) => (await responseOf(...args))?.status

test('José offers to help: his answer is stored with the ZIP code of his signup, an event is written, and a letter thanks him', async () => {
  const opportunity = await createOpportunity({ question: 'What do you do for a living?' })
  const jose = await champion({ first_name: 'José', email: 'jose@example.org', zip_code: '02118-1234' })
  const reply = await jose.browser.submit(`${opportunity.url}/responses`, {
    message: 'Happy to.\r\nAny evening.',
    answer: 'I build bridges.',
  })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `${opportunity.url}#answer`])
  const response = (await responseOf(opportunity, jose.signup))!
  expect(response).toMatchObject({
    status: 'responded',
    message: 'Happy to.\nAny evening.',
    answer: 'I build bridges.',
    country: 'US',
    postal_code: '02118-1234',
  })
  expect(await eventsOf(jose.signup)).toEqual([
    { type: 'opportunity_responded', payload: { opportunity: opportunity.id, response: response.id } },
  ])
  expect(await sendLetters()).toMatchObject([
    { to: 'jose@example.org', subject: 'Thank you for offering to help: Mentor a first-year student' },
  ])
  expect(propsOf(await jose.browser.visit(opportunity.url), opportunityPage)).toMatchObject({
    response: { status: 'responded', message: 'Happy to.\nAny evening.', answer: 'I build bridges.', line: null },
    can_respond: false,
  })
})

test('an answer sent twice, even at once, makes one response, one event and one letter', async () => {
  const opportunity = await createOpportunity()
  const siobhan = await champion({ first_name: 'Siobhán', country: 'IE', city: 'Dublin', postal_code: 'D02 F205' })
  const form = { message: '', country: 'US', postal_code: '02118' }
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => siobhan.browser.submit(`${opportunity.url}/responses`, form)),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303, 303])
  expect(await responseOf(opportunity, siobhan.signup)).toMatchObject({ country: 'IE', postal_code: 'D02 F205' })
  expect(await eventsOf(siobhan.signup)).toHaveLength(1)
  expect(await sendLetters()).toHaveLength(1)
})

test(`one of ${crowd} who want the last place at once gets it, and the others wait in order and are notified`, async () => {
  const opportunity = await createOpportunity({ places: 1 })
  const people = await Promise.all(Array.from({ length: crowd }, () => champion()))
  const replies = await Promise.all(
    people.map(({ browser }) => browser.submit(`${opportunity.url}/responses`, fromBoston)),
  )
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([303]))
  const rows = await db
    .selectFrom('opportunity_responses')
    .select(['status', 'id', 'asked_at'])
    .where('opportunity_id', '=', opportunity.id)
    .orderBy('asked_at')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['responded', ...Array.from({ length: crowd - 1 }, () => 'waiting')])
  const pages = await Promise.all(people.map(({ browser }) => browser.visit(opportunity.url)))
  const lines = pages.map((page) => propsOf(page, opportunityPage).response!.line)
  expect(lines.filter((line) => line !== null).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: crowd - 1 }, (_, index) => index + 1),
  )
  const letters = await sendLetters()
  expect(letters.filter(({ subject }) => subject.startsWith('Thank you'))).toHaveLength(1)
  expect(letters.filter(({ subject }) => subject.startsWith('You are on the waiting list'))).toHaveLength(crowd - 1)
})

test('withdrawing an offer gives the place to the next on the waiting list, and leaving the list gives it to no one', async () => {
  const opportunity = await createOpportunity({ places: 1 })
  const [ana, ben, cleo] = await Promise.all([champion(), champion(), champion({ email: 'cleo@example.org' })])
  for (const { browser } of [ana, ben, cleo]) await browser.submit(`${opportunity.url}/responses`, fromBoston)
  await sendLetters()
  const reply = await ben.browser.submit(`${opportunity.url}/responses/withdraw`, {})
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `${opportunity.url}#answer`])
  expect(await sendLetters()).toEqual([])
  await ana.browser.submit(`${opportunity.url}/responses/withdraw`, {})
  await ana.browser.submit(`${opportunity.url}/responses/withdraw`, {})
  expect(await statusOf(opportunity, cleo.signup)).toBe('responded')
  expect(await sendLetters()).toMatchObject([
    { to: 'cleo@example.org', subject: 'There is a place for you: Mentor a first-year student' },
  ])
  // Both can offer again, and wait behind Cleo.
  for (const { browser } of [ana, ben]) await browser.submit(`${opportunity.url}/responses`, fromBoston)
  expect(await statusOf(opportunity, ana.signup)).toBe('waiting')
  expect(propsOf(await ben.browser.visit(opportunity.url), opportunityPage).response).toMatchObject({ line: 2 })
})

test(`${crowd} who withdraw at once give their places to ${crowd} who wait, once each`, async () => {
  const opportunity = await createOpportunity({ places: crowd })
  const people = await Promise.all(Array.from({ length: 2 * crowd }, () => champion()))
  for (const { signup } of people) await offerHelp(db, { opportunity: opportunity.id, signup: signup.id }, ofBoston)
  await sendLetters()
  const first = people.slice(0, crowd)
  await Promise.all(first.map(({ signup }) => withdrawOffer(db, { opportunity: opportunity.id, signup: signup.id })))
  const statuses = await Promise.all(people.map(({ signup }) => statusOf(opportunity, signup)))
  expect(statuses).toEqual([...first.map(() => 'withdrawn'), ...first.map(() => 'responded')])
  expect(await sendLetters()).toHaveLength(crowd)
})

test('the answer of a merged signup belongs to the survivor, and both take one place', async () => {
  const opportunity = await createOpportunity({ places: 2 })
  const [old, minh, other] = [await champion(), await champion({ first_name: 'Minh' }), await champion()]
  for (const { browser } of [old, minh, other]) await browser.submit(`${opportunity.url}/responses`, fromBoston)
  expect(await statusOf(opportunity, other.signup)).toBe('waiting')
  await db
    .updateTable('champion_signups')
    .set({ merged_into_id: minh.signup.id, deleted_at: '2026-11-01' })
    .where('id', '=', old.signup.id)
    .execute()
  await fillOpportunityPlaces(db, opportunity.id)
  expect(await statusOf(opportunity, other.signup)).toBe('responded')
  await minh.browser.submit(`${opportunity.url}/responses/withdraw`, {})
  expect(await statusOf(opportunity, old.signup)).toBe('withdrawn')
  expect(await statusOf(opportunity, minh.signup)).toBe('withdrawn')
})

test('a person who deletes their signup gives up every place, and gets no letter', async () => {
  const [tea, tour] = [await createOpportunity({ places: 1 }), await createOpportunity({ places: 1 })]
  const [dora, eva] = [await champion(), await champion({ email: 'eva@example.org' })]
  await sendLetters()
  for (const { browser } of [dora, eva])
    for (const { url } of [tea, tour]) await browser.submit(`${url}/responses`, fromBoston)
  await transact(db, async (db) => {
    await withdrawOffers(db, dora.signup.id)
    await db
      .updateTable('champion_signups')
      .set({ deleted_at: '2026-11-01' })
      .where('id', '=', dora.signup.id)
      .execute()
  })
  expect([await statusOf(tea, eva.signup), await statusOf(tour, eva.signup)]).toEqual(['responded', 'responded'])
  expect(new Set((await sendLetters()).map(({ to }) => to))).toEqual(new Set(['eva@example.org']))
})

test('a closed opportunity refuses answers, keeps the input, and allows withdrawing', async () => {
  const opportunity = await createOpportunity({ closes_on: '2026-01-31' })
  const peggy = await champion()
  const reply = await peggy.browser.submit(`${opportunity.url}/responses`, { ...fromBoston, message: 'My story' })
  expect(reply.statusCode).toBe(422)
  const { form, can_respond } = propsOf(reply, opportunityPage)
  expect(can_respond).toBe(false)
  expect(form.errors.form).toContain('closed')
  expect(await responseOf(opportunity, peggy.signup)).toBeUndefined()
  expect(await sendLetters()).toEqual([])
  const open = await createOpportunity()
  await peggy.browser.submit(`${open.url}/responses`, fromBoston)
  await db.updateTable('opportunities').set({ closed_at: '2026-11-01' }).where('id', '=', open.id).execute()
  await peggy.browser.submit(`${open.url}/responses/withdraw`, {})
  expect(await statusOf(open, peggy.signup)).toBe('withdrawn')
})

test('a refused form has its messages beside the fields and keeps the input', async () => {
  const opportunity = await createOpportunity({ question: 'Which languages do you speak?' })
  const { browser, signup } = await champion()
  const input = { message: 'm'.repeat(2001), answer: ' ' }
  const reply = await browser.submit(`${opportunity.url}/responses`, input)
  expect(reply.statusCode).toBe(422)
  expect(propsOf(reply, opportunityPage).form).toEqual({
    values: input,
    errors: {
      answer: 'Answer the organizer’s question.',
      message: 'Keep your message to 2000 characters.',
    },
  })
  expect(await responseOf(opportunity, signup)).toBeUndefined()
})

test('someone who is signed out cannot withdraw, and is led to the sign-in page', async () => {
  const opportunity = await createOpportunity()
  const stranger = visitor.with({ referer: `https://champions.example.edu${opportunity.url}` })
  const reply = await stranger.submit(`${opportunity.url}/responses/withdraw`, {})
  expect([reply.statusCode, reply.headers.location]).toEqual([
    303,
    `/sign-in?return_to=${encodeURIComponent(opportunity.url)}`,
  ])
})

test('a failure rolls everything back: the response, its event and its letter', async () => {
  const opportunity = await createOpportunity()
  const { signup } = await champion()
  const attempt = transact(db, async (db) => {
    await offerHelp(db, { opportunity: opportunity.id, signup: signup.id }, ofBoston)
    throw new Error('the power is gone')
  })
  await expect(attempt).rejects.toThrow('the power')
  expect(await responseOf(opportunity, signup)).toBeUndefined()
  expect(await eventsOf(signup)).toEqual([])
  expect(await sendLetters()).toEqual([])
})
