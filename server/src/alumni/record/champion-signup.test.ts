import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AlumnusPage } from '@alumni/shared/alumni/record'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db } = await buildTestApp()
const vera = await as('viewer')
const signupOf = async (buid: string) => (await vera.get(`/alumni/${buid}`)).json<AlumnusPage>().champion_signup
await sql`insert into alumni (buid) values ('B00000001'), ('B00000004')`.execute(db)

test('Peggy’s page has her signup without secrets, and José’s page has none', async () => {
  await sql`
    insert into champion_signups (email, buid, status, city, zip_code, country, google_uid, google_linked_at, deleted_at, created_at) values
      ('old@example.org', 'B00000004', 'linked', 'Durham', null, '', null, null, now(), '2026-01-01'),
      ('peggy@example.org', 'B00000004', 'linked', 'Boston', '02116', '', 'google-123', now(), null, '2025-03-04T10:00Z'),
      ('peggy2@example.org', 'B00000004', 'started', null, null, null, null, null, null, '2026-03-04')
  `.execute(db)
  const signup = await signupOf('B00000004')
  expect(signup).toEqual({
    id: expect.any(Number),
    status: 'linked',
    email: 'peggy@example.org',
    signed_up_at: '2025-03-04T10:00:00.000Z',
    city: 'Boston',
    postal_code: '02116',
    country: null,
  })
  expect(await signupOf('B00000001')).toBeNull()
})
