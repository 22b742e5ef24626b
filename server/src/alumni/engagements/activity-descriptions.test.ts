import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { fiscalYear } from '@alumni/shared/fiscal-year'

const { app, db, nobody } = await buildTestApp()
const inAutumn = await buildTestApp({ env: { FISCAL_YEAR_START: '10-01' } })
const get = async (query: Record<string, string>, person = nobody) =>
  (await person.get(`/api/activity_descriptions?${new URLSearchParams(query)}`)).json<string[]>()

type Engagement = { buid: string; activity_code: string; engagement_date: string; description: string | null }
type Education = {
  buid: string
  kind: string
  area_type: string | null
  college_code: string
  degree_code: string
  degree_date: string | null
  major_code: string
}
const people = Array.from({ length: 40 }, (_, index) => ({
  buid: `B${String(index + 1).padStart(8, '0')}`,
  last_name: 'Jones',
}))
const dayOf = fc
  .integer({ min: 0, max: 1200 })
  .map((days) => new Date(Date.UTC(2023, 0, 1) + days * 86_400_000).toISOString().slice(0, 10))
const buidOf = fc.constantFrom(...people.map(({ buid }) => buid))
const engagements = fc.sample(
  fc.record({
    buid: buidOf,
    activity_code: fc.constantFrom('event_attended', 'mentor'),
    engagement_date: dayOf,
    description: fc.constantFrom(
      null,
      '',
      'Homecoming',
      'homecoming',
      'Álvarez lecture',
      'Zoo day',
      "Founders' Day",
      '100%',
      ' ',
      '\t\u00a0',
    ),
  }),
  { numRuns: 150 },
) as Engagement[]
const educations = people.flatMap(({ buid }, index) => [
  {
    buid,
    kind: 'degree',
    area_type: null,
    college_code: ['EN', 'AS', 'ME'][index % 3]!,
    degree_code: 'BS',
    degree_date: index % 7 === 0 ? null : `20${String(10 + (index % 5)).padStart(2, '0')}-0${5 + (index % 4)}-15`,
    major_code: 'X',
  },
  ...(index % 4 === 0
    ? [
        {
          buid,
          kind: 'area_of_study',
          area_type: 'minor',
          college_code: 'MU',
          degree_code: 'BS',
          degree_date: '2013-07-01',
          major_code: 'Y',
        },
      ]
    : []),
]) as Education[]

beforeAll(async () => {
  for (const app of [db, inAutumn.db]) {
    const insert = (table: string, rows: object[]) =>
      sql`insert into ${sql.table(table)} (${sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))}) select ${sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
        app,
      )
    await insert('alumni', people)
    await insert('educations', educations)
    await insert('engagements', engagements)
  }
})

test('descriptions are listed once, sorted ignoring letter case and accents, without blank ones', async () => {
  const all = await get({ activity_code: 'event_attended' })
  expect(all).toEqual(['100%', 'Álvarez lecture', "Founders' Day", 'homecoming', 'Homecoming', 'Zoo day'])
})

test('the college and the fiscal year may match two educations of the same person', async () => {
  const both = await get({ activity_code: 'event_attended', college: 'MU', year: '2014' })
  expect(both.length).toBeGreaterThan(0)
  expect(await get({ activity_code: 'event_attended', college: 'EN', year: '1999' })).toEqual([])
})

const filters = fc
  .record(
    {
      activity_code: fc.constantFrom('event_attended', 'mentor', 'none'),
      start_date: fc.option(dayOf, { nil: undefined }),
      end_date: fc.option(dayOf, { nil: undefined }),
      college: fc.constantFrom(undefined, 'EN', 'MU', 'ME', 'XX'),
      year: fc.constantFrom(undefined, '2010', '2012', '2013', '2014', '2015'),
    },
    { requiredKeys: ['activity_code'] },
  )
  .filter(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date)

const places = [
  ['07-01', 'on file', () => app, () => nobody],
  ['10-01', 'on file', () => inAutumn.app, () => inAutumn.nobody],
  ['07-01', 'in memory', () => app, () => nobody],
  ['10-01', 'in memory', () => inAutumn.app, () => inAutumn.nobody],
] as const

test.each(places)(
  'with any filters, a fiscal year from %s, and the index %s, the result equals reading everything',
  async (start, place, server, person) => {
    if (place === 'in memory') await server().peopleIndex.catchUp()
    expect(server().peopleIndex.isReady).toBe(place === 'in memory')
    await fc.assert(
      fc.asyncProperty(filters, async (query) => {
        const request = Object.fromEntries(
          Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
        )
        expect(new Set(await get(request, person()))).toEqual(filterAll(request, start))
      }),
      { numRuns: 150 },
    )
  },
)

test('a new, moved or deleted engagement shows at once, even when everyone is in memory', async () => {
  await app.peopleIndex.catchUp()
  const getMentorsOfDay = () =>
    get({ activity_code: 'mentor', start_date: '2020-02-29', end_date: '2020-02-29', college: 'EN', year: '2020' })
  const [{ buid }, description] = [people[0]!, 'Tea\u001e with\u001f Siobhán\t"Kate"']
  await sql`insert into educations (buid, kind, college_code, degree_code, degree_date) values (${buid}, 'degree', 'EN', 'MS', '2020-06-30')`.execute(
    db,
  )
  await sql`insert into engagements (buid, activity_code, engagement_date, description) values (${buid}, 'mentor', '2020-02-29', ${description})`.execute(
    db,
  )
  expect(await getMentorsOfDay()).toEqual([description])
  await sql`update engagements set engagement_date = '2020-03-01' where description = ${description}`.execute(db)
  expect(await getMentorsOfDay()).toEqual([])
  await sql`update engagements set engagement_date = '2020-02-29' where description = ${description}`.execute(db)
  await sql`update educations set degree_date = '2020-07-01' where buid = ${buid} and degree_code = 'MS'`.execute(db)
  expect(await getMentorsOfDay()).toEqual([])
  await sql`delete from educations where buid = ${buid} and degree_code = 'MS'`.execute(db)
  await sql`delete from engagements where description = ${description}`.execute(db)
  expect(await get({ activity_code: 'mentor', start_date: '2020-02-29', end_date: '2020-03-01' })).toEqual([])
})

function filterAll(
  { activity_code, start_date = '0', end_date = '9', college, year }: Record<string, string>,
  start: string,
): Set<string> {
  const subject = fiscalYear(Number(year ?? 2026), start)
  const hasEducation = (buid: string, fits: (education: Education) => boolean) =>
    educations.some((education) => education.buid === buid && fits(education))
  const found = engagements.filter(
    (engagement) =>
      engagement.activity_code === activity_code &&
      engagement.description?.trim() &&
      engagement.engagement_date >= start_date &&
      engagement.engagement_date <= end_date &&
      (!college || hasEducation(engagement.buid, (education) => education.college_code === college)) &&
      (!year ||
        hasEducation(
          engagement.buid,
          ({ degree_date }) => degree_date !== null && degree_date >= subject.from && degree_date < subject.to,
        )),
  )
  return new Set(found.map(({ description }) => description!))
}

describe('an invalid parameter is refused by its name', () => {
  test.each([
    ['start_date', '2026-02-30'],
    ['start_date', '01/02/2026'],
    ['end_date', '2026-13-01'],
    ['end_date', '2026-1-1'],
    ['end_date', 'today'],
    ['year', '2026.5'],
    ['year', 'MMXXVI'],
    ['year', '1e3'],
    ['year', '20 26'],
    ['start_date', '2026-01-01T00:00:00Z'],
  ])('%s=%s', async (field, value) => {
    const reply = await nobody.get(
      `/api/activity_descriptions?activity_code=mentor&${field}=${encodeURIComponent(value)}`,
    )
    expect([reply.statusCode, reply.json()]).toEqual([400, { error: expect.stringContaining(field) }])
  })

  test('a start after the end', async () => {
    const reply = await nobody.get(
      '/api/activity_descriptions?activity_code=mentor&start_date=2026-02-02&end_date=2026-02-01',
    )
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'start_date must not be after end_date.'])
  })

  test.each(['0', '-5', '1', '99999', '9'.repeat(400)])(
    'the year %s, in which no one can have a degree',
    async (year) => {
      expect(await get({ activity_code: 'event_attended', year })).toEqual([])
    },
  )

  test('blank filters are ignored', async () => {
    expect(await get({ activity_code: 'mentor', start_date: '', end_date: '', college: '', year: '' })).toEqual(
      await get({ activity_code: 'mentor' }),
    )
  })
})
