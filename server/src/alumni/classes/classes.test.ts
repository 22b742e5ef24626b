import { sql } from 'kysely'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ClassesPage, ClassPage } from '@alumni/shared/alumni/classes'
import type { SearchPage } from '@alumni/shared/alumni/search'
import { buildStatsSearches } from '@alumni/shared/alumni/statistics-people'
import { createSignup } from '../../../testing/champions.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db, nobody } = await buildTestApp()
const vera = await as('viewer')
const classes = async (query = '') => (await vera.get(`/classes${query}`)).json<ClassesPage>()
const classOf = async (year: string) => (await vera.get(`/classes/${year}`)).json<ClassPage>()
const rowOf = async (year: number) => (await classes()).classes.find(({ class_year }) => class_year === year)!
const countMatching = async (query: object) =>
  (await vera.get(`/alumni_search?${new URLSearchParams({ ...query })}`)).json<SearchPage>().matching

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T12:00:00Z') })
  // Twelve people of ’16, four of ’98, eleven of ’09, and two students. Everyone has an address unless noted.
  await person('B00000001', 'Peggy', [2016])
  await person('B00000002', 'José', [2016, 1998])
  await person('B00000003', 'Siobhán', [2016])
  for (let n = 4; n <= 12; n++) await person(`B000000${String(n).padStart(2, '0')}`, 'Min', [2016])
  for (let n = 20; n <= 22; n++) await person(`B000000${n}`, 'Zoë', [1998])
  for (let n = 30; n <= 40; n++) await person(`B000000${n}`, 'Björn', [2009])
  for (let n = 50; n <= 51; n++) await person(`B000000${n}`, 'Ann', [2029])
  await sql`update alumni set deceased = true where buid = 'B00000003'`.execute(db)
  await sql`update alumni set primary_email = null where buid in ('B00000004', 'B00000005')`.execute(db)
  await sql`update alumni set city = null, postal_code = null where buid in ('B00000005', 'B00000006')`.execute(db)
  await sql`update alumni set do_not_email = true where buid = 'B00000007'`.execute(db)
  await createSignup(db, { email: 'peggy@example.org', buid: 'B00000001', status: 'linked' })
  await sql`insert into activity_codes values ('event', 'Event attended')`.execute(db)
  await addAttendance('B00000001', '2026-10-17', 'Homecoming 2026')
  await addAttendance('B00000001', '2026-10-18', 'Homecoming 2026')
  await addAttendance('B00000002', '2026-10-17', 'Homecoming 2026')
  await addAttendance('B00000002', '2025-10-18', 'Homecoming 2025')
  await addAttendance('B00000003', '2025-10-18', 'Homecoming 2025')
  await addAttendance('B00000004', '2026-03-01', 'Spring concert')
  await addAttendance('B00000005', '2026-12-24', 'Winter ball')
  await addAttendance('B00000030', '2026-10-17', 'Homecoming 2026')
})
afterAll(() => void vi.useRealTimers())

async function person(buid: string, first_name: string, years: number[]): Promise<void> {
  await sql`insert into alumni (buid, first_name, primary_email, city) values (${buid}, ${first_name}, ${`${buid}@example.org`}, 'Boston')`.execute(
    db,
  )
  for (const [n, year] of years.entries())
    await sql`insert into educations (buid, kind, degree_code, degree_date) values (${buid}, 'degree', ${`B${n}`}, make_date(${year}, 5, 17))`.execute(
      db,
    )
}

async function addAttendance(buid: string, day: string, event: string): Promise<void> {
  await sql`insert into engagements (buid, activity_code, engagement_date, description) values (${buid}, 'event', ${day}, ${event})`.execute(
    db,
  )
}

test('’16 has eleven living alumni, two of them engaged, and ranks above ’09', async () => {
  const page = await classes()
  expect(page).toMatchObject({ year: 2027, reunion_year: 2026, ranked: 2, total: 4, decades: [2020, 2010, 2000, 1990] })
  expect(page.classes.map(({ class_year }) => class_year)).toEqual([2016, 2009, 1998, 2029])
  expect(await rowOf(2016)).toEqual({
    class_year: 2016,
    alumni: 11,
    by_email: 8,
    engaged_alumni: 2,
    engaged_last_year: 2,
    engaged_last_year_to_day: 1,
    first_time: 1,
    champions: 1,
    lost: 1,
    rank: 1,
    reunion: 10,
  })
  expect(await rowOf(2009)).toMatchObject({ alumni: 11, engaged_alumni: 1, rank: 2, reunion: null })
})

test('a class of four has no rank, and neither does a listed class of students', async () => {
  expect(await rowOf(1998)).toMatchObject({ alumni: 4, engaged_alumni: 1, rank: null })
  expect(await rowOf(2029)).toMatchObject({ alumni: 2, rank: null })
})

test('the class that graduates in the current fiscal year has a rank, and the next one has none', async () => {
  for (let n = 0; n < 10; n++) await person(`B000001${n}0`, 'Ida', [2027, 2028])
  expect([(await rowOf(2027)).rank, (await rowOf(2028)).rank]).toEqual([3, null])
  await sql`delete from educations where buid like 'B000001%'`.execute(db)
  await sql`delete from alumni where first_name = 'Ida'`.execute(db)
})

test.each([
  ['?sort=share', [2029, 1998, 2009, 2016]],
  ['?sort=-share', [2016, 2009, 1998, 2029]],
  ['?sort=class_year', [1998, 2009, 2016, 2029]],
  ['?sort=-lost', [2016, 2029, 2009, 1998]],
  ['?decade=2000', [2009]],
  ['?decade=1940', []],
  ['?reunion=yes', [2016]],
  ['?page=9', [2016, 2009, 1998, 2029]],
])('%s lists %j', async (query, years) => {
  expect((await classes(query)).classes.map(({ class_year }) => class_year)).toEqual(years)
})

test('the file has the classes of the list in the same order', async () => {
  const reply = await vera.get('/classes.csv?sort=-share&decade=2010')
  expect(reply.headers['content-disposition']).toBe('attachment; filename="classes-2026-11-26.csv"')
  expect(Papa.parse<string[]>(reply.body.replace('\ufeff', '').trim()).data.slice(1)).toEqual([
    ['2016', '10', '11', '8', '2', '18.2', '1', '1', '2', '1', '1', '1'],
  ])
})

test('the page of ’16 has the classes before and after it, its decade, and its past events', async () => {
  expect(await classOf('2016')).toMatchObject({
    found: { class_year: 2016, alumni: 11 },
    previous: 2009,
    next: 2029,
    decade: { decade: 2010, alumni: 11, engaged_alumni: 2, engaged_last_year: 2 },
    decade_classes: [{ class_year: 2016, alumni: 11, engaged_alumni: 2 }],
    top_events: [
      { description: 'Homecoming 2026', activity_name: 'Event attended', people: 2, last_date: '2026-10-18' },
      { description: 'Spring concert', people: 1 },
      { description: 'Homecoming 2025', people: 1 },
    ],
  })
  expect(await classOf('1998')).toMatchObject({ previous: null, next: 2009 })
})

test('each number of the page opens a search with exactly that many people', async () => {
  const { found, year, fiscal_year_start, today, top_events } = await classOf('2016')
  const people = buildStatsSearches({ fiscal_year_start, today }, {})
  const all = people.livingOfClasses(2016, 2016, 'all', year)
  expect(await countMatching(all)).toBe(found!.alumni)
  expect(await countMatching({ ...all, by_email: 'yes' })).toBe(found!.by_email)
  expect(await countMatching({ ...all, lost: 'yes' })).toBe(found!.lost)
  expect(await countMatching({ ...all, champion: 'yes' })).toBe(found!.champions)
  expect(await countMatching(people.livingOfClasses(2016, 2016, 'engaged', year))).toBe(found!.engaged_alumni)
  expect(await countMatching(people.livingOfClasses(2016, 2016, 'first time', year))).toBe(found!.first_time)
  expect(await countMatching(people.livingOfClasses(2016, 2016, 'engaged last year', year))).toBe(
    found!.engaged_last_year_to_day,
  )
  for (const { activity_code, description, people: number } of top_events)
    expect(await countMatching({ ...all, activity: activity_code, event: description, engaged_to: today })).toBe(number)
})

test.each([
  ['16', 2016],
  ['’98', 1998],
])('the class year %s is read like in an office', async (text, year) => {
  expect((await classOf(encodeURIComponent(text))).found?.class_year).toBe(year)
})

test.each([
  ['2015', [2016, 2009]],
  ['1850', [1998, 2009]],
  ['1', [1998, 2009]],
  ['0', [1998, 2009]],
  ['00', [1998, 2009]],
  ['3000', [2029, 2016]],
  ['abc', [2029, 2016]],
  ['1998-2009', [2029, 2016]],
  ['1990s', [2029, 2016]],
  ["'; drop table alumni", [2029, 2016]],
])('%s is not a class, and the nearest ones are named', async (text, nearest) => {
  const page = await classOf(encodeURIComponent(text))
  expect([page.found, page.nearest.toSorted()]).toEqual([null, nearest.toSorted()])
})

test('José is found by the reunion of ’16 and by the nineties as ’98, and students by neither', async () => {
  expect(await countMatching({ reunion: '2026' })).toBe(12)
  expect(await countMatching({ reunion: '2031', year_from: '2020' })).toBe(0)
  expect(await countMatching({ q: 'José', year_from: '1990', year_to: '1999' })).toBe(1)
  expect(await countMatching({ reunion: '2026', year_from: '1990', year_to: '1999' })).toBe(0)
})

test.each([
  ['/alumni_search?decade=1995', 'decade'],
  ['/alumni_search?reunion=0', 'reunion'],
  ['/alumni_search?lost=maybe', 'lost'],
  ['/classes?sort=luck', 'sort'],
])('%s is refused with a message', async (path, field) => {
  const reply = await vera.get(path)
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([400, [field]])
})

test('someone who is signed out cannot read classes', async () => {
  const replies = await Promise.all(['/classes', '/classes/2016', '/classes.csv'].map((path) => nobody.get(path)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
})
