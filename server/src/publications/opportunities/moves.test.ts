import { expect, test } from 'vitest'
import {
  canMoveResponse,
  responseMoves,
  responseStatuses,
  type ResponseMove,
} from '@alumni/shared/publications/opportunities'
import { moveAnswers } from '../engine/answers.ts'
import { responses } from './responses.ts'
import { buildOpportunityStory } from '../testing/opportunity-story.ts'

const { db, createOpportunity, champion, responseIn, responseOf } = await buildOpportunityStory()
const moves = Object.keys(responseMoves) as ResponseMove[]

test.each(responseStatuses.flatMap((status) => moves.map((move) => ({ status, move }))))(
  'a response that is $status reacts to $move as the table says',
  async ({ status, move }) => {
    const opportunity = await createOpportunity()
    const { signup } = await champion()
    const id = await responseIn(status, opportunity, signup)
    const before = await responseOf(opportunity, signup)
    const hasMoved = (await moveAnswers(db, responses, [id], move)).length > 0
    const after = await responseOf(opportunity, signup)
    expect(hasMoved).toBe(canMoveResponse(status, move))
    if (hasMoved) expect(after!.status).toBe(responseMoves[move].to)
    else expect(after).toEqual(before)
  },
)

test('each move has a sentence, none can be reversed, and a declined response is final', () => {
  for (const { from, to, meaning } of Object.values(responseMoves)) {
    expect(meaning).toMatch(/^[A-Z].+\.$/)
    expect(from).not.toContain(to)
    expect(from).not.toContain('declined')
  }
})
