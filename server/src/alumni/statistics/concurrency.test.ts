import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SearchPage } from '@alumni/shared/alumni/search'
import type { StatsPage } from '@alumni/shared/alumni/statistics'
import { buildStatsSearches } from '@alumni/shared/alumni/statistics-people'
import { buildTestApp } from '../../../testing/test-app.ts'

const { app, as, db } = await buildTestApp()
const vera = await as('viewer')
const people = 20_000

test('a page shows one moment despite concurrent writes, and its numbers match their people', async () => {
  await sql`insert into alumni (buid) select 'B' || lpad(n::text, 8, '0') from generate_series(1, ${people}::int) n`.execute(
    db,
  )
  await sql`insert into engagements (buid, activity_code, engagement_date) select buid, 'gift', (now() at time zone 'utc')::date from alumni`.execute(
    db,
  )
  await app.peopleIndex.catchUp()
  const before = vera.get('/engagement_stats')
  // One transaction deletes the engagement of half of the people and adds one for the others.
  await sql`with gone as (delete from engagements where buid <= ${`B${String(people / 2).padStart(8, '0')}`})
    insert into engagements (buid, activity_code, engagement_date)
    select buid, 'gift', (now() at time zone 'utc')::date from alumni where buid > ${`B${String(people / 2).padStart(8, '0')}`}`.execute(
    db,
  )
  const after = (await vera.get('/engagement_stats')).json<StatsPage>()
  const results = (await before).json<StatsPage>().this_year
  expect([
    { engagements: people, engaged: people },
    { engagements: people, engaged: people / 2 },
  ]).toContainEqual({ engagements: results.engagements, engaged: results.engaged })
  expect(after.this_year).toMatchObject({ engagements: people, engaged: people / 2 })
  const params = new URLSearchParams(buildStatsSearches(after, {}).engaged(after.year) as Record<string, string>)
  expect((await vera.get(`/alumni_search?${params}`)).json<SearchPage>().matching).toBe(after.this_year.engaged)
})
