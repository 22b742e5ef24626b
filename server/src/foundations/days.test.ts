import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { checkRows } from '../exchange/events-api/check-rows.ts'
import { connect } from '../alumni/people-index/freshness/database.ts'
import { hasEndedEverywhere, isOpenUntil, utcToday } from './days.ts'
import { findSubjectBlocker } from '../publications/list-letters/subject.ts'
import { openDb } from '../schema.ts'
import { createSignup } from '../../testing/champions.ts'
import { buildTestApp } from '../../testing/test-app.ts'
import { runOn } from '../../testing/test-database.ts'

const { database, db, asChampion } = await buildTestApp()
const clockAt = (now: string) => vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('sessions are in UTC whatever the database’s time zone is', async () => {
  const name = new URL(database.postgres).pathname.slice(1)
  await runOn(database.postgres, `alter database ${name} set timezone to 'Pacific/Kiritimati'`)
  const db = await openDb(database.app, { max: 1, statementTimeoutMs: 0 })
  const index = connect({ databaseUrl: database.app })
  expect(await db.entities.execute('show timezone')).toEqual([{ TimeZone: 'UTC' }])
  expect((await index.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }])
  await Promise.all([db.destroy(), index.end()])
})

test('today is the day in UTC, and one year ahead is calculated from it, wherever the server is', () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  clockAt('2026-11-29T23:30:00Z')
  expect(utcToday()).toBe('2026-11-29')
  const row = { buid: 'B00000001', activity_code: 'event_attended', description: null }
  const { valid: good, errors } = checkRows(
    [
      { ...row, engagement_date: '2027-11-29' },
      { ...row, engagement_date: '2027-11-30' },
    ],
    () => true,
  )
  expect([good.length, errors.map(({ index }) => index)]).toEqual([1, [1]])
})

test('a day has ended everywhere at noon UTC of the next day', () => {
  clockAt('2026-11-30T11:59:59Z')
  expect(hasEndedEverywhere('2026-11-29')).toBe(false)
  clockAt('2026-11-30T12:00:00Z')
  expect(hasEndedEverywhere('2026-11-29')).toBe(true)
})

test('an opportunity that is open until the end of today anywhere on earth can be answered, suggested and written about', async () => {
  const { rows } = await sql<{ today: string; yesterday: string }>`
    select day::text as today, (day - 1)::text as yesterday from (select (now() at time zone '-12:00'::interval)::date as day) d
  `.execute(db)
  const { today, yesterday } = rows[0]!
  const isOpen = async (day: string | null) => {
    const { open } = await db
      .selectFrom(sql<{ closes_on: string | null }>`(select ${day}::date as closes_on)`.as('o'))
      .select(isOpenUntil('o.closes_on').as('open'))
      .executeTakeFirstOrThrow()
    return open
  }
  expect([await isOpen(today), await isOpen(yesterday), await isOpen(null)]).toEqual([true, false, true])

  for (const [slug, closes_on] of Object.entries({ today, yesterday }))
    await db
      .insertInto('opportunities')
      .values({ slug, title: slug, kind: 'mentoring', summary: slug, published_at: '2026-10-01', closes_on })
      .execute()
  const findBlocker = async (slug: string) => {
    const { id } = await db.selectFrom('opportunities').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    return findSubjectBlocker(db, { event_id: null, opportunity_id: id, news_item_id: null })
  }
  expect([await findBlocker('today'), await findBlocker('yesterday')]).toEqual([
    null,
    expect.stringContaining('is over'),
  ])
  const ana = await asChampion(await createSignup(db, { email: 'ana@example.org' }))
  const hub = (await ana.visit('/profile')).body
  expect([hub.includes('/opportunities/today'), hub.includes('/opportunities/yesterday')]).toEqual([true, false])
})
