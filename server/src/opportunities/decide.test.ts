import { expect, test } from 'vitest'
import { canMoveResponse, responseStatuses } from '@alumni/shared/opportunities'
import { decideResponse } from './decide.ts'
import { buildOpportunityStory, fromBoston } from './testing/opportunity-story.ts'

const { em, createOpportunity, champion, responseIn, responseOf, sendLetters } = await buildOpportunityStory()
const decisions = ['accept', 'decline'] as const

test.each(responseStatuses.flatMap((status) => decisions.map((decision) => ({ status, decision }))))(
  'the organizer’s $decision of a response that is $status is done and told, or refused with a sentence',
  async ({ status, decision }) => {
    const opportunity = await createOpportunity({ places: 5 })
    const { signup } = await champion()
    const response = await responseIn(status, opportunity, signup)
    const decided = await decideResponse(em(), { response, decision }).catch((error: unknown) => error)
    const letters = await sendLetters()
    if (canMoveResponse(status, decision)) {
      expect(decided).toBeUndefined()
      expect((await responseOf(opportunity, signup))!.status).toBe(decision === 'accept' ? 'accepted' : 'declined')
      expect(letters).toMatchObject([
        { to: signup.email, subject: expect.stringMatching(decision === 'accept' ? 'is welcome' : 'About your offer') },
      ])
    } else {
      expect(decided).toMatchObject({ status: 409, message: expect.stringMatching(/^This person .+\.$/) })
      expect((await responseOf(opportunity, signup))!.status).toBe(status)
      expect(letters).toEqual([])
    }
  },
)

test('who is declined gives their place to the next who waits, and cannot ask again', async () => {
  const opportunity = await createOpportunity({ places: 1 })
  const [ana, ben] = [await champion(), await champion()]
  for (const { browser } of [ana, ben]) await browser.submit(`${opportunity.url}/responses`, fromBoston)
  const { id } = (await responseOf(opportunity, ana.signup))!
  await decideResponse(em(), { response: id, decision: 'decline' })
  expect((await responseOf(opportunity, ben.signup))!.status).toBe('responded')
  const reply = await ana.browser.submit(`${opportunity.url}/responses`, fromBoston)
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toContain('has already answered you')
})

test('of two organizers at one response, one decides and the other learns of it', async () => {
  const opportunity = await createOpportunity({ places: 1 })
  const { signup } = await champion()
  const response = await responseIn('responded', opportunity, signup)
  await sendLetters()
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => decideResponse(em(), { response, decision: 'accept' })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await sendLetters()).toHaveLength(1)
  await expect(decideResponse(em(), { response: 999_999, decision: 'accept' })).rejects.toMatchObject({ status: 404 })
})
