import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { AlumnusPage } from '@alumni/shared/alumni/record'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db } = await buildTestApp()
const vera = await as('viewer')
const pageOf = async (buid: string) => (await vera.get(`/alumni/${buid}`)).json<AlumnusPage>()
const [peggy, jose, minh] = ['B00000004', 'B00000001', 'B00000005'] as const

beforeAll(async () => {
  await sql`insert into alumni (buid) values (${peggy}), (${jose}), (${minh})`.execute(db)
})

const addGift = (buid: string, yearsAgo: number, monthAndDay = '02-10') =>
  sql`insert into engagements (buid, activity_code, engagement_date)
    values (${buid}, 'gift', ((extract(year from now() at time zone 'UTC' + interval '6 months') - ${yearsAgo}::int) || '-' || ${monthAndDay})::date)`.execute(
    db,
  )

test('Peggy’s giving has its first year, the years in a row and the last gift, but no amount', async () => {
  for (const yearsAgo of [9, 3, 2, 1]) await addGift(peggy, yearsAgo)
  await addGift(peggy, 2, '03-11')
  const { giving } = await pageOf(peggy)
  expect(giving).toEqual({
    since: expect.stringMatching(/-02-10$/),
    years_in_a_row: 3,
    last_gift: expect.stringMatching(/-02-10$/),
  })
  expect(giving!.since < giving!.last_gift).toBe(true)
})

test('a year without a gift ends the row, and Minh never gave', async () => {
  for (const yearsAgo of [3, 2]) await addGift(jose, yearsAgo)
  expect((await pageOf(jose)).giving).toMatchObject({ years_in_a_row: 0 })
  expect((await pageOf(minh)).giving).toBeNull()
})

test('Peggy’s page shows a letter that the mail server refused until a later one arrives', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into champion_signups (email, buid, status) values ('peggy@example.org', ${peggy}, 'linked') returning id`.execute(
    db,
  )
  const subject = { signup: rows[0]!.id }
  const refuse = (failure: string, sentAt: string) =>
    sql`insert into letters (kind, about, failure, created_at, given_up_at) values ('profile-link', ${subject}, ${failure}, ${sentAt}, ${sentAt})`.execute(
      db,
    )
  expect((await pageOf(peggy)).bounced_letter).toBeNull()
  await refuse('The mail server refused the letter (EENVELOPE, 550)', '2026-11-01T10:00:00Z')
  expect((await pageOf(peggy)).bounced_letter).toEqual({ why: 'refused', at: '2026-11-01T10:00:00.000Z' })
  await refuse('The mail server could not be reached (ECONNECTION)', '2026-11-02T10:00:00Z')
  expect((await pageOf(peggy)).bounced_letter).toMatchObject({ why: 'refused' })
  await refuse('The mail server refused the letter (EENVELOPE, 450)', '2026-11-03T10:00:00Z')
  expect((await pageOf(peggy)).bounced_letter).toMatchObject({ why: 'later' })
  await sql`insert into letters (kind, about, created_at, sent_at) values ('profile-link', ${subject}, '2026-11-04', '2026-11-04')`.execute(
    db,
  )
  expect((await pageOf(peggy)).bounced_letter).toBeNull()
  expect((await pageOf(jose)).bounced_letter).toBeNull()
})
