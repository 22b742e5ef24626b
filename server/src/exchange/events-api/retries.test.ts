import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngagementBatchReply } from '@alumni/shared/exchange/events-api'
import { engagement } from './testing/attendees.ts'
import { buildEventsStory } from './testing/events-story.ts'
import { rounds } from '../../../testing/soak.ts'

const { send, eventsApp, key, issueKey, engagements, forgetEngagements } = await buildEventsStory()
const callers = [eventsApp(key), eventsApp((await issueKey('Second app')).key)]

const event = fc.record({
  people: fc.integer({ min: 1, max: 25 }),
  piece: fc.integer({ min: 1, max: 10 }),
  unknown: fc.integer({ min: 0, max: 3 }),
})
type Event = { people: number; piece: number; unknown: number }

type Send = { caller: number; batch_id: string; engagements: ReturnType<typeof engagement>[] }

function piecesOf({ people, piece, unknown }: Event, index: number): Send[] {
  const rows = Array.from({ length: people }, (_, n) =>
    engagement({
      buid: n < unknown ? 'B99999999' : `B${String(n + 1).padStart(8, '0')}`,
      description: `event ${index} person ${n}`,
    }),
  )
  const pieces: Send[] = []
  for (let from = 0; from < rows.length; from += piece)
    pieces.push({
      caller: index % 2,
      batch_id: `event ${index} from ${from}`,
      engagements: rows.slice(from, from + piece),
    })
  return pieces
}

test('rows that are split, repeated, reordered and sent at once are stored once, with the replies of their batches', async () => {
  const story = fc.record({
    events: fc.array(event, { minLength: 1, maxLength: 4 }),
    retries: fc.array(fc.nat(), { maxLength: 25 }),
    order: fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    atOnce: fc.integer({ min: 1, max: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(story, async ({ events, retries, order, atOnce }) => {
      await forgetEngagements()
      const batches = events.flatMap(piecesOf)
      const sends = shuffled([...batches, ...retries.map((n) => batches[n % batches.length]!)], order)
      const answers = new Map<string, EngagementBatchReply[]>()
      for (let from = 0; from < sends.length; from += atOnce) {
        await Promise.all(
          sends.slice(from, from + atOnce).map(async ({ caller, ...batch }) => {
            const reply = await send(batch, callers[caller]!)
            expect(reply.statusCode).toBe(200)
            answers.set(batch.batch_id, [...(answers.get(batch.batch_id) ?? []), reply.json()])
          }),
        )
      }
      const good = batches.flatMap(({ engagements }) => engagements.filter(({ buid }) => buid !== 'B99999999'))
      expect((await engagements()).map(({ description }) => description).sort()).toEqual(
        good.map(({ description }) => description!).sort(),
      )
      for (const { batch_id, engagements: rows } of batches) {
        const replies = answers.get(batch_id)!
        const failed = rows.filter(({ buid }) => buid === 'B99999999').length
        expect(replies.filter(({ status }) => status === 'processed')).toHaveLength(1)
        for (const reply of replies)
          expect(reply).toMatchObject({ batch_id, received: rows.length, inserted: rows.length - failed, failed })
      }
    }),
    { numRuns: rounds(8, 100) },
  )
})

function shuffled<T>(items: T[], numbers: number[]): T[] {
  const weight = (index: number) => (numbers[index % numbers.length]! * (index + 7)) % 1009
  return items
    .map((item, index) => ({ item, weight: weight(index) }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ item }) => item)
}
