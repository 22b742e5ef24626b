import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { engagementsPerPage, type AlumnusPage, type EngagementsPage } from '@alumni/shared/alumni/record'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db, nobody } = await buildTestApp({ env: { FISCAL_YEAR_START: '07-01' } })
const vera = await as('viewer')
const timeline = async (query = '', id = 'B00000004') =>
  (await vera.get(`/alumni/${id}/engagements${query}`)).json<EngagementsPage>()

const days = ['2023-06-30', '2023-07-01', '2024-02-29', '2024-06-30', '2024-07-01', '2026-12-31', '1999-01-01']
const engaged = Array.from({ length: 700 }, (_, n) => ({
  id: n + 1,
  activity_code: ['gift', 'event_attended', 'unheard_of'][n % 3]!,
  engagement_date: days[(n * n) % 7]!,
  description: [null, '', '  ', 'Homecoming'][n % 4]!,
}))
const yearOf = (day: string) => Number(day.slice(0, 4)) + (day.slice(5) >= '07-01' ? 1 : 0)
const newestFirst = engaged.toSorted((a, b) => b.engagement_date.localeCompare(a.engagement_date) || b.id - a.id)

beforeAll(async () => {
  await sql`insert into alumni (buid, preferred_name) values ('B00000004', 'Peggy'), ('B00000005', 'Minh')`.execute(db)
  await sql`insert into activity_codes values ('gift', 'Gift'), ('event_attended', 'Event attended')`.execute(db)
  await sql`
    insert into engagements (buid, activity_code, engagement_date, description)
    select 'B00000004', activity_code, engagement_date, description from jsonb_to_recordset(${JSON.stringify(engaged)}::jsonb) as e(id int, activity_code text, engagement_date date, description text) order by id
  `.execute(db)
})

test.each([
  [{}],
  [{ activity: 'gift' }],
  [{ year: 2024 }],
  [{ activity: 'unheard_of', year: 2025 }],
  [{ activity: 'nothing' }],
  [{ year: 1901 }],
] as { activity?: string; year?: number }[][])('every page of %j equals a linear search', async (filter) => {
  const { activity, year } = filter
  const found = newestFirst.filter(
    (row) => (!activity || row.activity_code === activity) && (!year || yearOf(row.engagement_date) === year),
  )
  const query = new URLSearchParams(
    Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const first = await timeline(`?${query}`)
  expect([first.matching, first.total, first.pages]).toEqual([
    found.length,
    engaged.length,
    Math.max(1, Math.ceil(found.length / engagementsPerPage)),
  ])
  const read: number[] = []
  for (let page = 1; page <= first.pages; page++)
    read.push(...(await timeline(`?${query}&page=${page}`)).engagements.map(({ id }) => id))
  expect(read).toEqual(found.map(({ id }) => id))
})

test('years are counted within the activity and activities within the year, like a linear count', async () => {
  const { by_year, by_activity } = await timeline('?activity=gift&year=2024')
  const gifts = Map.groupBy(
    engaged.filter((row) => row.activity_code === 'gift'),
    (row) => yearOf(row.engagement_date),
  )
  expect(by_year).toEqual(
    [...gifts].map(([year, ones]) => ({ year, engagements: ones.length })).sort((a, b) => b.year - a.year),
  )
  const of2024 = Map.groupBy(
    engaged.filter((row) => yearOf(row.engagement_date) === 2024),
    ({ activity_code }) => activity_code,
  )
  const names = { gift: 'Gift', event_attended: 'Event attended', unheard_of: 'unheard_of' } as Record<string, string>
  expect(by_activity).toEqual(
    ['event_attended', 'gift', 'unheard_of'].map((code) => ({
      code,
      name: names[code],
      engagements: of2024.get(code)!.length,
    })),
  )
})

test('blank descriptions are null, and an activity without a name has its code', async () => {
  const { engagements } = await timeline('?activity=unheard_of')
  expect(new Set(engagements.map(({ description }) => description))).toEqual(new Set([null, 'Homecoming']))
  expect(engagements[0]).toMatchObject({ activity_name: 'unheard_of' })
})

test('the person’s page starts with the same engagements, and Minh has none', async () => {
  expect((await vera.get('/alumni/b00000004')).json<AlumnusPage>().engagements).toEqual(await timeline())
  expect(await timeline('', 'B00000005')).toEqual({
    fiscal_year_start: '07-01',
    engagements: [],
    page: 1,
    pages: 1,
    matching: 0,
    total: 0,
    by_year: [],
    by_activity: [],
  })
})

test('B00000099 is not found, strangers see nothing, and the year must be a number', async () => {
  expect((await vera.get('/alumni/B00000099/engagements')).statusCode).toBe(404)
  expect((await vera.get('/alumni/B00000099/history')).statusCode).toBe(404)
  expect((await nobody.get('/alumni/B00000004/engagements')).statusCode).toBe(401)
  expect((await vera.get('/alumni/B00000004/engagements?year=soon')).json()).toMatchObject({
    fields: { year: 'A fiscal year is a year such as 2026.' },
  })
})

test('the fiscal year is the calendar year if it starts in January', async () => {
  const plain = await buildTestApp({ env: { FISCAL_YEAR_START: '01-01' } })
  await sql`insert into alumni (buid) values ('B00000004')`.execute(plain.db)
  await sql`insert into engagements (buid, activity_code, engagement_date) values ('B00000004', 'gift', '2024-01-01'), ('B00000004', 'gift', '2024-12-31')`.execute(
    plain.db,
  )
  const reply = (
    await (await plain.as('viewer')).get('/alumni/B00000004/engagements?year=2024')
  ).json<EngagementsPage>()
  expect([reply.by_year, reply.matching]).toEqual([[{ year: 2024, engagements: 2 }], 2])
})
