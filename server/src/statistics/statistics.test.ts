import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { StatsPage } from '@alumni/shared/engagement-stats'
import { addPeggyJoseAndSiobhan, recordsOf } from '../imports/testing/records.ts'
import { buildTestApp } from '../testing/test-app.ts'
import { refreshStatistics } from './refresh-statistics.ts'

const story = await buildTestApp()
const { as, em, context } = story
const { add } = recordsOf(story)
const vera = await as('viewer')
const page = async (query = '') => (await vera.get(`/engagement_stats${query}`)).json<StatsPage>()
const engaged = (buid: string, activity: string, date: string, description: string | null = null) =>
  sql`insert into engagements (buid, activity_code, engagement_date, description) values (${buid}, ${activity}, ${date}, ${description})`.execute(em().getKysely())
const today = '2026-11-21'

beforeAll(async () => {
  await addPeggyJoseAndSiobhan(story)
  await add('colleges', { code: 'AS', name: 'Arts and Sciences' })
  await add('educations', { buid: 'B00000001', kind: 'degree', degree_code: 'BS', degree_date: '2008-05-09', college_code: 'AS' })
  await engaged('B00000001', 'gift', '2025-09-01')
  await engaged('B00000001', 'gift', '2025-12-31')
  await engaged('B00000002', 'event_attended', '2025-10-18', 'Homecoming 2025')
  await engaged('B00000001', 'event_attended', '2026-10-17', 'Homecoming 2026')
  await engaged('B00000001', 'event_attended', '2026-10-17', 'Homecoming 2026')
  await engaged('B00000003', 'event_attended', '2026-10-17', 'Homecoming 2026')
  await engaged('B00000002', 'event_attended', '2026-12-01', 'Winter ball')
  await refreshStatistics(context, undefined, today)
})

test('this fiscal year against the last at the same day; Peggy, who came twice, is one person, and the winter ball is yet to come', async () => {
  expect(await page()).toMatchObject({
    year: 2027, years: [2027, 2026], first_day: '2026-07-01', last_day: '2027-06-30', as_of: today, alumni: 3,
    this_year: { engagements: 3, engaged: 2, engaged_living: 2, first_time: 1, returning: 1 },
    last_year: { engagements: 2, engaged: 2, engaged_living: 2, first_time: 2, returning: 0 },
    by_year: [{ year: 2026, engagements: 3, engaged: 2, first_time: 2, returning: 0 }, { year: 2027, engagements: 3, engaged: 2, first_time: 1, returning: 1 }],
    by_activity: [{ code: 'event_attended', engagements: 3, engaged: 2, last_year: 1 }, { code: 'gift', engagements: 0, engaged: 0, last_year: 1 }],
    by_college: [{ code: 'AS', name: 'Arts and Sciences', engagements: 2, engaged: 1, engaged_living: 1, alumni: 1, last_year: 1 }],
    top_events: [{ activity_code: 'event_attended', description: 'Homecoming 2026', engagements: 3, engaged: 2, first_date: '2026-10-17', last_date: '2026-10-17' }],
  })
})
