import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SearchPage } from '@alumni/shared/alumni/search'
import type { StatsPage, StatsQuery } from '@alumni/shared/alumni/statistics'
import { buildStatsSearches, type SearchParameters } from '@alumni/shared/alumni/statistics-people'
import { seededRandom } from '../../../testing/seeded-random.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { readStatistics } from './read-statistics.ts'
import { naiveStatistics } from './testing/naive-statistics.ts'
import { isSoak, seed } from '../../../testing/soak.ts'

const story = await buildTestApp()
const { app, as, db } = story
const vera = await as('viewer')
const today = '2026-11-21'
const random = seededRandom(seed)
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!

/** Edge cases: first and last days of fiscal years, future days, unlisted codes, and future or undated degrees. */
const days = [
  '2024-06-30',
  '2024-07-01',
  '2024-11-21',
  '2024-11-22',
  '2025-06-30',
  '2025-07-01',
  '2025-09-30',
  '2025-11-21',
  '2025-11-22',
  '2026-02-28',
  '2026-06-30',
  '2026-07-01',
  '2026-10-17',
  '2026-11-21',
  '2026-11-22',
  '2027-01-01',
]
const degreeDays = [
  '1968-05-20',
  '2024-06-30',
  '2024-07-01',
  '2026-06-30',
  '2026-07-01',
  '2027-05-20',
  '2029-05-20',
  null,
]
const descriptions = [null, '', 'Homecoming, 2026', 'Ball & “Dance” + 5 %']

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T12:00:00Z`) })
  await sql`insert into colleges values ('AS', 'Arts and Sciences'), ('LW', 'Law')`.execute(db)
  await sql`insert into affinities values ('CAM01', 'Chess Club', 'Campus Life'), ('CAM02', 'Outing Club', 'Campus Life')`.execute(
    db,
  )
  await sql`insert into activity_codes values ('gift', 'Gift'), ('event', 'Event attended')`.execute(db)
  const people = Array.from({ length: 90 }, (_, n) => ({
    buid: `B${String(n + 1).padStart(8, '0')}`,
    deceased: random(6) === 0,
  }))
  const randomRows = <Row>(max: number, row: (buid: string, n: number) => Row) =>
    JSON.stringify(people.flatMap(({ buid }) => Array.from({ length: random(max + 1) }, (_, n) => row(buid, n))))
  await sql`insert into alumni (buid, deceased) select buid, deceased from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) r (buid text, deceased boolean)`.execute(
    db,
  )
  const educations = randomRows(3, (buid, n) => ({
    buid,
    degree: `D${n}`,
    day: pick(degreeDays),
    college: pick(['AS', 'LW', 'OLD', '', null]),
  }))
  await sql`insert into educations (buid, kind, degree_code, degree_date, college_code) select buid, 'degree', degree, day, college from jsonb_to_recordset(${educations}::jsonb) r (buid text, degree text, day date, college text)`.execute(
    db,
  )
  const studies = randomRows(1, (buid) => ({ buid, day: pick(degreeDays), college: pick(['AS', 'LW']) }))
  await sql`insert into educations (buid, kind, area_type, major_code, degree_date, college_code) select buid, 'area_of_study', 'major', 'CS', day, college from jsonb_to_recordset(${studies}::jsonb) r (buid text, day date, college text)`.execute(
    db,
  )
  const affinities = randomRows(2, (buid, n) => ({ buid, code: ['CAM01', 'CAM02'][n] }))
  await sql`insert into alumni_affinities select buid, code from jsonb_to_recordset(${affinities}::jsonb) r (buid text, code text)`.execute(
    db,
  )
  const engagements = randomRows(6, (buid) => ({
    buid,
    activity: pick(['gift', 'event', 'event', 'retired_code', '']),
    day: pick(days),
    description: pick(descriptions),
  }))
  await sql`insert into engagements (buid, activity_code, engagement_date, description) select buid, activity, day, description from jsonb_to_recordset(${engagements}::jsonb) r (buid text, activity text, day date, description text)`.execute(
    db,
  )
})

afterAll(() => void vi.useRealTimers())

const queries: StatsQuery[] = [
  {},
  { year: 2026 },
  { college: 'LW' },
  { activity: 'event' },
  { affinity: 'CAM01', year: 2026 },
  { year: 2025, college: 'AS', activity: 'gift', affinity: 'CAM02' },
  { college: 'OLD', activity: 'retired_code' },
]

test.each(queries)('with %o the figures equal those of the records', async (query) => {
  const { refreshed_at: _, ...page } = await readStatistics(
    { db, index: app.peopleIndex, fiscalYearStart: '07-01' },
    query,
  )
  expect(page).toEqual(await naiveStatistics(db, query, '07-01', today))
})

test.each(queries.filter((_, index) => isSoak || index % 3 === 0))(
  'with %o every number of people opens a search with exactly that many',
  async (query) => {
    const page = await statistics(query)
    const numbers = numbersOf(page, query)
    expect(numbers.filter(([, number]) => number > 0).length).toBeGreaterThan(10)
    const found = await Promise.all(numbers.map(async ([name, , params]) => [name, await countMatching(params)]))
    expect(found).toEqual(numbers.map(([name, number]) => [name, number]))
  },
)

test('importing 30 contacts without a degree, or with one of this year, does not change the shares of earlier years', async () => {
  const before = await statistics({ year: 2026 })
  await sql`insert into alumni (buid) select 'B' || 90000000 + n from generate_series(10, 39) n`.execute(db)
  await sql`insert into educations (buid, kind, degree_code, degree_date, college_code) select buid, 'degree', 'BA', '2026-08-15', 'AS' from alumni where buid >= 'B90000020'`.execute(
    db,
  )
  const after = await statistics({ year: 2026 })
  expect(after.this_year).toEqual(before.this_year)
  expect(after.by_year.filter(({ year }) => year < 2027)).toEqual(before.by_year.filter(({ year }) => year < 2027))
  expect(after.by_year.at(-1)!.alumni).toBe(before.by_year.at(-1)!.alumni + 20)
})

async function statistics(query: StatsQuery): Promise<StatsPage> {
  return (await vera.get(`/engagement_stats${formatQuery(query)}`)).json<StatsPage>()
}

async function countMatching(params: SearchParameters): Promise<number> {
  const reply = await vera.get(`/alumni_search${formatQuery(params)}`)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
  return reply.json<SearchPage>().matching
}

function formatQuery(params: object): string {
  return `?${new URLSearchParams(Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]))}`
}

function numbersOf(page: StatsPage, query: StatsQuery): [string, number, SearchParameters][] {
  const people = buildStatsSearches(page, query)
  const isRunning = page.as_of < page.last_day
  const { year, this_year: now, last_year: before } = page
  const toDay = { isToDay: isRunning }
  return [
    ['engaged', now.engaged, people.engaged(year)],
    ['alumni engaged', now.engaged_alumni, people.engagedAlumni(year)],
    ['alumni', now.alumni, people.alumni(year)],
    ['first time', now.first_time, people.firstTime(year)],
    ['returning', now.returning, people.returning(year)],
    ['lapsed', page.lapsed, people.lapsed(year)],
    ['engaged before', before.engaged, people.engaged(year - 1, toDay)],
    ['alumni engaged before', before.engaged_alumni, people.engagedAlumni(year - 1, toDay)],
    ['alumni before', before.alumni, people.alumni(year - 1)],
    ['first time before', before.first_time, people.firstTime(year - 1, toDay)],
    ['returning before', before.returning, people.returning(year - 1, toDay)],
    ...page.by_year.flatMap((row): [string, number, SearchParameters][] => [
      [`${row.year}`, row.engaged, people.engaged(row.year)],
      [`${row.year} to this day`, row.engaged_to_day, people.engaged(row.year, { isToDay: true })],
      [`${row.year} first time`, row.first_time, people.firstTime(row.year)],
      [`${row.year} first time to this day`, row.first_time_to_day, people.firstTime(row.year, { isToDay: true })],
      [`${row.year} returning`, row.returning, people.returning(row.year)],
      [`${row.year} lapsed`, row.lapsed, people.lapsed(row.year)],
      [`${row.year} alumni engaged`, row.engaged_alumni, people.engagedAlumni(row.year)],
      [`${row.year} alumni`, row.alumni, people.alumni(row.year)],
    ]),
    ...page.by_month.flatMap((row): [string, number, SearchParameters][] => [
      ...(row.month > today.slice(0, 7)
        ? []
        : [[row.month, row.this_year_engaged, people.engagedInMonth(row.month)] as [string, number, SearchParameters]]),
      [`${row.month} before`, row.last_year_engaged, people.engagedInMonth(row.month, 1)],
    ]),
    ...(['activity', 'college', 'affinity'] as const).flatMap((kind) =>
      page[`by_${kind}`].flatMap((row): [string, number, SearchParameters][] => [
        [`${kind} ${row.code}`, row.engaged, people.engaged(year, { [kind]: row.code })],
        [`${kind} ${row.code} before`, row.last_year_engaged, people.engaged(year - 1, { ...toDay, [kind]: row.code })],
        ...('alumni' in row
          ? ([
              [
                `${kind} ${row.code} alumni engaged`,
                row.engaged_alumni,
                people.engagedAlumni(year, { [kind]: row.code }),
              ],
              [`${kind} ${row.code} alumni`, row.alumni, people.alumni(year, { [kind]: row.code })],
            ] as [string, number, SearchParameters][])
          : []),
      ]),
    ),
    ...[
      ...page.by_class.map((row) => ({ ...row, from: row.class_year, to: row.class_year })),
      ...page.by_decade.map((row) => ({ ...row, from: row.decade, to: Math.min(row.decade + 9, year) })),
    ].flatMap(({ from, to, ...row }): [string, number, SearchParameters][] => [
      [`classes ${from} to ${to}`, row.alumni, people.livingOfClasses(from, to, 'all', year)],
      [`classes ${from} to ${to} engaged`, row.engaged_alumni, people.livingOfClasses(from, to, 'engaged', year)],
      [`classes ${from} to ${to} first time`, row.first_time, people.livingOfClasses(from, to, 'first time', year)],
      [
        `classes ${from} to ${to} before`,
        row.last_year_engaged_alumni,
        people.livingOfClasses(from, to, 'engaged last year', year),
      ],
    ]),
    ...page.top_events.map((row): [string, number, SearchParameters] => [
      row.description,
      row.engaged,
      people.engagedAtEvent(year, row),
    ]),
  ]
}
