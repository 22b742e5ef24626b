import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { SearchPage } from '@alumni/shared/alumni/search'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const story = await buildTestApp()
const { add } = recordsOf(story)
const stan = await story.as('staff')

const people = [
  { name: 'Ana Alvarez', city: 'Boston', state: 'MA', postal_code: '02134', college: 'EN', degree: 'BS', year: 2015 },
  { name: 'Ben Alvarez', city: 'Chicago', state: 'IL', postal_code: '60601', college: 'AS', degree: 'BA', year: 1998 },
  { name: 'Cleo Smith', city: 'Boston', state: 'MA', postal_code: '02134', college: 'LAW', degree: 'JD', year: 2011 },
  { name: 'Dan Smith', city: 'New York', state: 'NY', postal_code: '10001', college: 'EN', degree: 'MBA', year: 2005 },
  { name: 'Eve Boston', city: 'Miami', state: 'FL', postal_code: '33101', college: 'AS', degree: 'BA', year: 1927 },
  { name: 'Finn Globe', city: 'Newton', state: 'MA', postal_code: '02458', college: 'AS', degree: 'BA', year: 2027 },
]

beforeAll(async () => {
  await sql`insert into colleges values ('EN', 'Engineering'), ('AS', 'Arts and Sciences'), ('LAW', 'School of Law')`.execute(
    story.db,
  )
  for (const [index, { name, college, degree, year, ...place }] of people.entries()) {
    const [first_name, last_name] = name.split(' ') as [string, string]
    const buid = `B0000070${index}`
    await add('alumni', { buid, first_name, last_name, country: 'US', ...place })
    await add('educations', {
      buid,
      kind: 'degree',
      degree_code: degree,
      degree_date: `${year}-05-17`,
      college_code: college,
    })
  }
  await add('employments', { buid: 'B00000702', employer: 'Globex Corporation', current: true })
})

async function search(q: string, filters: Record<string, string> = {}): Promise<SearchPage> {
  const reply = await stan.get(`/alumni_search?${new URLSearchParams({ q, ...filters })}`)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.anything()])
  return reply.json<SearchPage>()
}

test.each([
  ['alv 15', ['Ana Alvarez'], { 15: { year_from: '2015', year_to: '2015' } }],
  ['alvarez ’98', ['Ben Alvarez'], { '’98': { year_from: '1998', year_to: '1998' } }],
  ['class of 98', ['Ben Alvarez'], { 'class of 98': { year_from: '1998', year_to: '1998' } }],
  ['1998', ['Ben Alvarez'], { 1998: { year_from: '1998', year_to: '1998' } }],
  ['‘98–’05', ['Ben Alvarez', 'Dan Smith'], { '‘98–’05': { year_from: '1998', year_to: '2005' } }],
  ["JD '11", ['Cleo Smith'], { "JD '11": { degree: 'JD', year_from: '2011', year_to: '2011' } }],
  ['smith MBA’05', ['Dan Smith'], { 'MBA’05': { degree: 'MBA', year_from: '2005', year_to: '2005' } }],
  ['AS’98', ['Ben Alvarez'], { 'AS’98': { college: 'AS', year_from: '1998', year_to: '1998' } }],
  ['engineering 2005', ['Dan Smith'], { engineering: { college: 'EN' }, 2005: { year_from: '2005', year_to: '2005' } }],
  ['smith globex', ['Cleo Smith'], { globex: { employer: 'globex' } }],
  ['smith new york', ['Dan Smith'], { 'new york': { near: 'new york' } }],
  ['smith illinois', [], {}],
  ['alvarez illinois', ['Ben Alvarez'], { illinois: { state: 'IL' } }],
  ['smith law boston', ['Cleo Smith'], { law: { college: 'LAW' }, boston: { near: 'boston' } }],
  ['smith', ['Cleo Smith', 'Dan Smith'], {}],
])('%j finds %j', async (q, names, readings) => {
  const page = await search(q)
  expect(page.alumni.map(({ name }) => name)).toEqual(names)
  expect(Object.fromEntries(page.readings.map(({ typed, filters }) => [typed, filters]))).toEqual(readings)
})

test('a reading that is taken away, or made a filter, leaves the rest of the box', async () => {
  const { readings } = await search('alv 15')
  expect(readings[0]!.q).toBe('alv')
  expect((await search(readings[0]!.q)).matching).toBe(2)
  expect((await search(readings[0]!.q, readings[0]!.filters)).matching).toBe(1)
})

test('a name wins over a place, which is offered', async () => {
  const page = await search('boston')
  expect(page.alumni.map(({ name }) => name)).toEqual(['Eve Boston'])
  expect(page.others).toEqual([{ q: '', filters: { near: 'boston' }, matching: 2 }])
})

test('of two centuries both are offered, with their counts', async () => {
  const page = await search('’27')
  expect(page.alumni.map(({ name }) => name)).toEqual(['Eve Boston'])
  expect(page.others).toEqual([{ q: '', filters: { year_from: '2027', year_to: '2027' }, matching: 1 }])
})

test('where no one was found, what was typed finds someone in parts', async () => {
  const page = await search('alvarez 2005')
  expect([page.matching, page.others]).toEqual([
    0,
    [
      { q: 'alvarez', filters: {}, matching: 2 },
      { q: '', filters: { year_from: '2005', year_to: '2005' }, matching: 1 },
    ],
  ])
})

test('a place is found with those around it', async () => {
  const near = async (filters: Record<string, string>) => (await search('', filters)).alumni.map(({ name }) => name)
  expect(await near({ near: 'Boston' })).toEqual(['Ana Alvarez', 'Cleo Smith'])
  expect(await near({ near: 'Boston, IL' })).toEqual([])
  expect(await near({ near: 'boston, ma', within: '15' })).toEqual(['Ana Alvarez', 'Finn Globe', 'Cleo Smith'])
  expect(await near({ near: '02134', within: '15' })).toEqual(['Ana Alvarez', 'Finn Globe', 'Cleo Smith'])
  expect(await near({ near: '02458' })).toEqual(['Finn Globe'])
})
