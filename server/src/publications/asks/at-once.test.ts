import { expect, test } from 'vitest'
import { runDuring } from '../../../testing/run-during.ts'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildContentStory } from '../testing/content-story.ts'
import { noteAsks } from './note-asks.ts'

const story = await buildContentStory()
const { db, people } = story
const { add } = recordsOf(story)

test('an ask that is sent twice at once is stored once', async () => {
  await add('alumni', { buid: 'B00000001', first_name: 'Tom', last_name: 'Young' })
  const ask = {
    event_id: null,
    opportunity_id: null,
    words: 'To join the board',
    topic: 'volunteering',
    how: 'call',
    asked_by: 'Dean Mills',
    asked_on: '2026-03-03',
    answer: null,
  } as const
  const note = (connection: typeof db) => noteAsks({ db: connection, by: people.staff }, ['B00000001'], ask)
  await runDuring(db, note, [() => note(db)], async (_, waiting) => expect(waiting).toBe(1))
  expect(await db.selectFrom('asks').select('buid').execute()).toEqual([{ buid: 'B00000001' }])
})
