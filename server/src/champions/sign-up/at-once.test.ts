import { expect, test } from 'vitest'
import type { Db } from '../../foundations/database/db.ts'
import { Browser } from '../../../testing/browser.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runDuring } from '../../../testing/run-during.ts'

const { visitor, db } = await buildTestApp()

test('an answer from another tab during a submission does not change the submitted values', async () => {
  const browser = new Browser(visitor)
  const rosa = { step: 'who', first_name: 'Rosa', last_name: 'Lee', email: 'rosa@example.org' }
  await browser.submit('/signups', rosa)
  const submitDraft = (db: Db) => db.updateTable('signup_drafts').set({ submitted_at: new Date() }).execute()
  await runDuring(db, submitDraft, [
    () => browser.submit('/signups', { step: 'where', country: 'US', zip_code: '02118' }),
  ])
  const { answers } = await db.selectFrom('signup_drafts').select('answers').executeTakeFirstOrThrow()
  expect(answers).not.toHaveProperty('zip_code')
})
