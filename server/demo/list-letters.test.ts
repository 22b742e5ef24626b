import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { openDb } from '../src/schema.ts'
import { ensureDemoStaff } from './demo-staff.ts'
import { sendDemoLetters } from './list-letters.ts'
import { loadDemoData } from './load-demo-data.ts'

const database = await createTestDatabase()
await loadDemoData(database.owner, { alumni: 300, seed: 1, until: '2026-11-20', replace: true })
const db = await openDb(database.app, { max: 1, statementTimeoutMs: 20_000 })
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

test('the demo has a sent letter with answers and people who were left out, a draft, and recorded asks', async () => {
  await ensureDemoStaff(db, 'nine copper lanterns afloat')
  await sendDemoLetters(db)
  const letters = await db.selectFrom('list_letters').select(['slug', 'status']).orderBy('id').execute()
  expect(letters).toEqual([
    { slug: 'boston-dinner-invitation', status: 'sent' },
    { slug: 'first-year-mentors', status: 'draft' },
  ])
  const rows = await db.selectFrom('list_letter_recipients').select(['state', 'reason']).execute()
  const states = new Map<string, number>()
  for (const { state, reason } of rows) states.set(reason ?? state, (states.get(reason ?? state) ?? 0) + 1)
  expect(states.get('sent')).toBeGreaterThan(10)
  expect([...states.keys()]).toEqual(expect.arrayContaining(['refused', 'opted_out', 'deceased', 'do_not_email']))
  const answered = await db
    .selectFrom('event_rsvps as r')
    .innerJoin('list_letter_recipients as l', 'l.signup_id', 'r.signup_id')
    .innerJoin('list_letters as t', 't.id', 'l.letter_id')
    .select('r.id')
    .whereRef('r.event_id', '=', 't.event_id')
    .whereRef('r.asked_at', '>', 't.published_at')
    .execute()
  expect(answered.length).toBeGreaterThan(5)
  const asks = await db
    .selectFrom('asks as k')
    .leftJoin('opportunities as o', 'o.id', 'k.opportunity_id')
    .select(['k.buid', 'o.slug', 'k.answer'])
    .execute()
  expect(asks).toHaveLength(5)
  expect(asks).toContainEqual({ buid: 'B00000003', slug: 'welcome-graduates-dublin', answer: 'yes' })
  expect(asks).toContainEqual({ buid: 'B00000009', slug: null, answer: 'maybe' })
})
