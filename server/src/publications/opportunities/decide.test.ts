import { expect, test } from 'vitest'
import { canMoveResponse, responseStatuses } from '@alumni/shared/publications/opportunities'
import { statementsOf } from '../../../testing/statements-of.ts'
import { decideAnswers } from './decide.ts'
import { buildOpportunityStory, fromBoston } from '../testing/opportunity-story.ts'

const { db, createOpportunity, champion, people, responseIn, responseOf, sendLetters } = await buildOpportunityStory()
const decisions = ['accept', 'decline'] as const

test.each(responseStatuses.flatMap((status) => decisions.map((decision) => ({ status, decision }))))(
  'the organizer’s $decision of a response that is $status is stored and notified, or refused with a message',
  async ({ status, decision }) => {
    const opportunity = await createOpportunity({ places: 5 })
    const { signup } = await champion()
    const response = await responseIn(status, opportunity, signup)
    const { decided, refused } = await decideAnswers(db, opportunity.id, { ids: [response], decision }, people.staff)
    const letters = await sendLetters()
    if (canMoveResponse(status, decision)) {
      expect({ decided, refused }).toEqual({ decided: 1, refused: [] })
      expect((await responseOf(opportunity, signup))!.status).toBe(decision === 'accept' ? 'accepted' : 'declined')
      expect(letters).toMatchObject([
        { to: signup.email, subject: expect.stringMatching(decision === 'accept' ? 'is welcome' : 'About your offer') },
      ])
    } else {
      expect(refused).toMatchObject([{ id: response, error: expect.stringMatching(/^This person .+\.$/) }])
      expect((await responseOf(opportunity, signup))!.status).toBe(status)
      expect(letters).toEqual([])
    }
  },
)

test('the place of a declined person goes to the waiting list, and they cannot ask again', async () => {
  const opportunity = await createOpportunity({ places: 1 })
  const [ana, ben] = [await champion(), await champion()]
  for (const { browser } of [ana, ben]) await browser.submit(`${opportunity.url}/responses`, fromBoston)
  const { id } = (await responseOf(opportunity, ana.signup))!
  await decideAnswers(db, opportunity.id, { ids: [id], decision: 'decline' }, people.staff)
  expect((await responseOf(opportunity, ben.signup))!.status).toBe('responded')
  const reply = await ana.browser.submit(`${opportunity.url}/responses`, fromBoston)
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toContain('has already answered your offer')
})

test('one of two organizers who decide at once succeeds, and the other is notified', async () => {
  const opportunity = await createOpportunity({ places: 1 })
  const { signup } = await champion()
  const response = await responseIn('responded', opportunity, signup)
  await sendLetters()
  const results = await Promise.all(
    Array.from({ length: 6 }, () =>
      decideAnswers(db, opportunity.id, { ids: [response], decision: 'accept' }, people.staff),
    ),
  )
  expect(results.reduce((sum, { decided }) => sum + decided, 0)).toBe(1)
  expect(results.flatMap(({ refused }) => refused.map(({ error }) => error))).toEqual(
    Array.from({ length: 5 }, () => 'This person has already been accepted by Stan Okafor.'),
  )
  expect(await sendLetters()).toHaveLength(1)
})

test('declining twenty people gives their places to twenty waiting ones with as many statements as one', async () => {
  const recordDeclines = async (count: number) => {
    const opportunity = await createOpportunity({ places: count })
    const all = await Promise.all(Array.from({ length: 2 * count }, () => champion()))
    const ids: number[] = []
    for (const [index, { signup }] of all.entries())
      ids.push(await responseIn(index < count ? 'responded' : 'waiting', opportunity, signup))
    const decision = { ids: ids.slice(0, count), decision: 'decline' } as const
    const statements = await statementsOf(() => decideAnswers(db, opportunity.id, decision, people.staff))
    const after = await Promise.all(all.map(({ signup }) => responseOf(opportunity, signup)))
    expect(after.map((response) => response!.status)).toEqual([
      ...all.slice(0, count).map(() => 'declined'),
      ...all.slice(count).map(() => 'responded'),
    ])
    expect((await sendLetters()).map(({ to }) => to).toSorted()).toEqual(
      all.map(({ signup }) => signup.email).toSorted(),
    )
    return statements.length
  }
  const smallCount = await recordDeclines(1)
  expect(await recordDeclines(20)).toBe(smallCount)
})
