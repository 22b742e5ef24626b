import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import Papa from 'papaparse'
import { statsCharts, type StatsChoices, type StatsPage } from '@alumni/shared/alumni/statistics'
import { addPeggyJoseAndSiobhan, recordsOf } from '../../exchange/imports/testing/records.ts'
import { readStatistics } from './read-statistics.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const story = await buildTestApp()
const { app, as, db } = story
const { add } = recordsOf(story)
const vera = await as('viewer')
const readPage = async (query = '') => (await vera.get(`/engagement_stats${query}`)).json<StatsPage>()
const engaged = (buid: string, activity: string, date: string, description: string | null = null) =>
  sql`insert into engagements (buid, activity_code, engagement_date, description) values (${buid}, ${activity}, ${date}, ${description})`.execute(
    db,
  )
const today = '2026-11-21'
const nothing = { engagements: 0, engaged: 0, engaged_alumni: 0, first_time: 0, returning: 0 }

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T12:00:00Z`) }))
afterAll(() => void vi.useRealTimers())

test('without engagements all charts are empty', async () => {
  expect(await readPage()).toMatchObject({
    year: 2027,
    years: [2027],
    this_year: { ...nothing, alumni: 0 },
    last_year: nothing,
    by_year: [],
    by_activity: [],
    by_college: [],
    by_affinity: [],
    top_events: [],
  })
  await fillIn()
})

async function fillIn(): Promise<void> {
  await addPeggyJoseAndSiobhan(story)
  await add('colleges', { code: 'AS', name: 'Arts and Sciences' })
  await add('educations', {
    buid: 'B00000001',
    kind: 'degree',
    degree_code: 'BS',
    degree_date: '2008-05-09',
    college_code: 'AS',
  })
  await engaged('B00000001', 'gift', '2025-09-01')
  await engaged('B00000001', 'gift', '2025-12-31')
  await engaged('B00000002', 'event_attended', '2025-10-18', 'Homecoming 2025')
  await engaged('B00000001', 'event_attended', '2026-10-17', 'Homecoming 2026')
  await engaged('B00000001', 'event_attended', '2026-10-17', 'Homecoming 2026')
  await engaged('B00000003', 'event_attended', '2026-10-17', 'Homecoming 2026')
  await engaged('B00000002', 'event_attended', '2026-12-01', 'Winter ball')
}

test('this fiscal year is compared with the last one to date, Peggy counts once for two events, and a future ball does not count', async () => {
  expect(await readPage()).toMatchObject({
    year: 2027,
    years: [2027, 2026],
    first_day: '2026-07-01',
    last_day: '2027-06-30',
    as_of: today,
    today,
    this_year: { engagements: 3, engaged: 2, engaged_alumni: 1, alumni: 1, first_time: 1, returning: 1 },
    last_year: { engagements: 2, engaged: 2, engaged_alumni: 1, alumni: 1, first_time: 2, returning: 0 },
    lapsed: 1,
    by_year: [
      { year: 2026, engagements: 3, engagements_to_day: 2, engaged: 2, engaged_to_day: 2, first_time: 2, returning: 0 },
      { year: 2027, engagements: 3, engagements_to_day: 3, engaged: 2, first_time: 1, returning: 1, lapsed: 1 },
    ],
    by_activity: [
      { code: 'event_attended', engagements: 3, engaged: 2, last_year: 1 },
      { code: 'gift', engagements: 0, engaged: 0, last_year: 1 },
    ],
    by_college: [
      { code: 'AS', name: 'Arts and Sciences', engagements: 2, engaged: 1, engaged_alumni: 1, alumni: 1, last_year: 1 },
    ],
    top_events: [
      {
        activity_code: 'event_attended',
        description: 'Homecoming 2026',
        engagements: 3,
        engaged: 2,
        first_date: '2026-10-17',
        last_date: '2026-10-17',
      },
    ],
  })
})

test('the first day of a fiscal year is compared with the first day of the last one', async () => {
  vi.setSystemTime(Date.parse('2027-07-01T12:00:00Z'))
  // Reads directly, because Vera's session has expired.
  const read = (year?: number) => readStatistics({ db, index: app.peopleIndex, fiscalYearStart: '07-01' }, { year })
  expect(await read()).toMatchObject({
    year: 2028,
    as_of: '2027-07-01',
    this_year: nothing,
    last_year: nothing,
    years: [2028, 2027, 2026],
  })
  expect((await read(2027)).this_year.engagements).toBe(4)
  vi.setSystemTime(Date.parse(`${today}T12:00:00Z`))
})

test('an earlier year is compared with the whole year before it, and a year without engagements has zero', async () => {
  expect(await readPage('?year=2026')).toMatchObject({
    as_of: '2026-06-30',
    this_year: { engagements: 3 },
    last_year: nothing,
  })
  expect(await readPage('?year=1999')).toMatchObject({
    year: 1999,
    this_year: nothing,
    last_year: nothing,
    by_activity: [],
    top_events: [],
  })
})

test('a filter by activity counts people who did it for the first time, and unknown codes count nothing', async () => {
  expect((await readPage('?activity=event_attended')).this_year).toEqual({
    engagements: 3,
    engaged: 2,
    engaged_alumni: 1,
    alumni: 1,
    first_time: 2,
    returning: 0,
  })
  for (const query of [
    'college=none',
    'activity=none',
    'affinity=none',
    'college=AS&affinity=none',
    `college=${encodeURIComponent("'; drop table alumni; --")}`,
  ])
    expect((await readPage(`?${query}`)).this_year).toMatchObject(nothing)
})

test('a deceased person counts as engaged then, but not among the alumni of any year', async () => {
  await sql`update alumni set deceased = true where buid = 'B00000001'`.execute(db)
  expect(await readPage()).toMatchObject({ this_year: { engagements: 3, engaged: 2, engaged_alumni: 0, alumni: 0 } })
  await sql`update alumni set deceased = false where buid = 'B00000001'`.execute(db)
})

test.each(statsCharts)('the file of %s has what the page shows with the same filters', async (chart) => {
  for (const query of ['', '?year=2026', '?college=AS&activity=gift']) {
    const reply = await vera.get(`/engagement_stats/${chart}.csv${query}`)
    const { year, [chart]: result } = await readPage(query)
    const lines = Papa.parse<string[]>(reply.body.replace('\ufeff', '').trim(), { header: false }).data.slice(1)
    expect(reply.headers['content-disposition']).toBe(
      `attachment; filename="engagement-${chart.replace('_', '-')}-${year}.csv"`,
    )
    const numbers = (row: object) =>
      'alumni' in row && 'engaged_alumni' in row
        ? [
            ...Object.values(row),
            row.alumni ? ((Number(row.engaged_alumni) / Number(row.alumni)) * 100).toFixed(2) : '',
          ]
        : Object.values(row)
    expect(lines.map((line) => line.toSorted())).toEqual(
      result.map((row) =>
        numbers(row)
          .map((cell) => String(cell ?? ''))
          .toSorted(),
      ),
    )
  }
})

test('the filters offer the catalog, and other codes in use', async () => {
  await sql`insert into activity_codes values ('mentor', 'Mentored a student')`.execute(db)
  expect((await vera.get('/engagement_stats/choices')).json<StatsChoices>()).toEqual({
    colleges: [{ code: 'AS', name: 'Arts and Sciences' }],
    activities: [
      { code: 'mentor', name: 'Mentored a student' },
      { code: 'event_attended', name: 'event_attended' },
      { code: 'gift', name: 'gift' },
    ],
    affinities: [],
  })
})

test.each([
  ['year=soon', 'year'],
  ['year=99999', 'year'],
  ['year=2026.5', 'year'],
  [`college=${'x'.repeat(101)}`, 'college'],
  ['activity=a&activity=b', 'activity'],
])('%s is refused with the name of the field', async (query, field) => {
  const reply = await vera.get(`/engagement_stats?${query}`)
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([400, [field]])
})

test('an unknown file is not found, and no one who is signed out may read one', async () => {
  expect((await vera.get('/engagement_stats/alumni.csv')).statusCode).toBeGreaterThanOrEqual(400)
  expect((await story.nobody.get('/engagement_stats/by_year.csv')).statusCode).toBe(401)
})
