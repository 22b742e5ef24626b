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
  {
    name: 'Gil Parker',
    city: 'London',
    state: 'LND',
    country: 'GB',
    postal_code: 'SW1A 1AA',
    college: 'AS',
    degree: 'MFA',
    year: 1994,
  },
  { name: 'Hal Rowe', city: 'Springfield', state: 'MA', postal_code: '01109', college: 'AS', degree: 'BA', year: 1989 },
  { name: 'Kim Smyth', city: 'Miami', state: 'FL', postal_code: '33101', college: 'AS', degree: 'BA', year: 1986 },
  { name: 'Ida Rowe', city: 'Springfield', state: 'IL', postal_code: '62701', college: 'AS', degree: 'BA', year: 1990 },
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
  await add('educations', {
    buid: 'B00000706',
    kind: 'degree',
    degree_code: 'BA',
    degree_date: '1991-05-17',
    college_code: 'AS',
  })
  await add('employments', { buid: 'B00000702', employer: 'Globex Corporation', current: true })
  await add('employments', { buid: 'B00000707', employer: 'Century 21', current: true })
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
  ["'98", ['Ben Alvarez'], { "'98": { year_from: '1998', year_to: '1998' } }],
  ['‘98', ['Ben Alvarez'], { '‘98': { year_from: '1998', year_to: '1998' } }],
  ['98', ['Ben Alvarez'], { 98: { year_from: '1998', year_to: '1998' } }],
  ['class of 1998', ['Ben Alvarez'], { 'class of 1998': { year_from: '1998', year_to: '1998' } }],
  ['smith ’05', ['Dan Smith'], { '’05': { year_from: '2005', year_to: '2005' } }],
  ['smith’05', ['Dan Smith'], { '’05': { year_from: '2005', year_to: '2005' } }],
  ["m.b.a.'05", ['Dan Smith'], { "m.b.a.'05": { degree: 'MBA', year_from: '2005', year_to: '2005' } }],
  ['MBA 2005', ['Dan Smith'], { MBA: { degree: 'MBA' }, 2005: { year_from: '2005', year_to: '2005' } }],
  ['smith mba', ['Dan Smith'], { mba: { degree: 'MBA' } }],
  [
    "'91, MFA '94",
    ['Gil Parker'],
    {
      "'91": { year_from: '1991', year_to: '1991' },
      "MFA '94": { degree: 'MFA', year_from: '1994', year_to: '1994' },
    },
  ],
  ["'89–'91", ['Gil Parker', 'Hal Rowe', 'Ida Rowe'], { "'89–'91": { year_from: '1989', year_to: '1991' } }],
  ['00', [], { '00': { year_from: '2000', year_to: '2000' } }],
  ['boston 15', ['Ana Alvarez'], { boston: { near: 'boston' }, 15: { year_from: '2015', year_to: '2015' } }],
  ['smith in boston', ['Cleo Smith'], { 'in boston': { near: 'boston' } }],
  ['alumni in Boston', ['Ana Alvarez', 'Cleo Smith'], { 'in Boston': { near: 'Boston' } }],
  ['everyone who lives in Boston', ['Ana Alvarez', 'Cleo Smith'], { 'who lives in Boston': { near: 'Boston' } }],
  ['smith at Globex', ['Cleo Smith'], { 'at Globex': { employer: 'Globex' } }],
  ['smith, new york', ['Dan Smith'], { 'new york': { near: 'new york' } }],
  ['rowe century 21', ['Hal Rowe'], { 'century 21': { employer: 'century 21' } }],
  ['engineering ’98', [], { engineering: { college: 'EN' }, '’98': { year_from: '1998', year_to: '1998' } }],
  ['smith illinois', [], { illinois: { state: 'IL' } }],
  ['alvarez illinois', ['Ben Alvarez'], { illinois: { state: 'IL' } }],
  ['smith law boston', ['Cleo Smith'], { law: { college: 'LAW' }, boston: { near: 'boston' } }],
  ['smith', ['Cleo Smith', 'Dan Smith'], {}],
  ['people who work at Globex', ['Cleo Smith'], { 'who work at Globex': { employer: 'Globex' } }],
  ['smith living in Boston', ['Cleo Smith'], { 'living in Boston': { near: 'Boston' } }],
  ['alumni in NYC', ['Dan Smith'], { 'in NYC': { near: 'NYC' } }],
  ['New York City', ['Dan Smith'], { 'New York City': { near: 'New York City' } }],
  ['alumni in the UK', ['Gil Parker'], { 'in the UK': { country: 'GB' } }],
  ['people who graduated in 2005', ['Dan Smith'], { 'who graduated in 2005': { year_from: '2005', year_to: '2005' } }],
  ['graduates of 2005', ['Dan Smith'], { 2005: { year_from: '2005', year_to: '2005' } }],
  ['engineering grads in Boston', ['Ana Alvarez'], { engineering: { college: 'EN' }, 'in Boston': { near: 'Boston' } }],
])('%j finds %j', async (q, names, readings) => {
  const page = await search(q)
  expect(page.corrections).toEqual([])
  expect(page.alumni.map(({ name }) => name)).toEqual(names)
  expect(Object.fromEntries(page.readings.map(({ typed, filters }) => [typed, filters]))).toEqual(readings)
})

test('removing a part of the query, or making it a filter, leaves the other words', async () => {
  const { readings } = await search('alv 15')
  expect(readings[0]!.q).toBe('alv')
  expect((await search(readings[0]!.q)).matching).toBe(2)
  expect((await search(readings[0]!.q, readings[0]!.filters)).matching).toBe(1)
})

test('a name takes precedence over a place, which is offered', async () => {
  const page = await search('boston')
  expect(page.alumni.map(({ name }) => name)).toEqual(['Eve Boston'])
  expect(page.others).toEqual([{ q: '', filters: { near: 'boston' }, matching: 2 }])
})

test('both centuries are offered with their counts', async () => {
  const page = await search('’27')
  expect(page.alumni.map(({ name }) => name)).toEqual(['Eve Boston'])
  expect(page.others).toEqual([{ q: '', filters: { year_from: '2027', year_to: '2027' }, matching: 1 }])
})

test('an offered meaning finds as many people as it counts', async () => {
  const { others } = await search('boston')
  expect((await search(others[0]!.q, others[0]!.filters)).matching).toBe(others[0]!.matching)
})

type Other = SearchPage['others'][number]
const describeOther = ({ q, filters, matching }: Other) =>
  [q, ...Object.values(filters), `(${matching})`].filter(Boolean).join(' ')

test.each([
  ['alvarez 2005', ['alvarez 1998 1998 (1)', 'alvarez 2015 2015 (1)', 'alvarez (2)', '2005 2005 (1)']],
  ['smith illinois', ['smith (2)', 'IL (2)']],
  ['1913', ['1927 1927 (1)']],
  ['smyth 2011', ['smyth 1986 1986 (1)', 'smyth (1)', '2011 2011 (1)', 'smith 2011 (1)']],
  ['smith bostn', ['smith Boston, MA (1)', 'bostn (1)', 'smith (2)']],
  ['zzyzx', []],
])('for %j searches with results are offered: %j', async (q, others) => {
  const page = await search(q)
  expect(page.others.map(describeOther)).toEqual(others)
})

test.each([
  ["P'24", 0, "“P'24” was left out: its meaning differs from school to school. For a class year, type ’24."],
  ["smith GP'12", 2, "“GP'12” was left out: its meaning differs from school to school. For a class year, type ’12."],
  ['1913', 0, 'No one on file graduated in 1913.'],
  ['00', 0, 'No one on file graduated in 2000.'],
  ['alvarez 2005', 0, 'No one matching “alvarez” graduated in 2005.'],
  ['3000', 0, '“3000” is not a class year'],
  ['0', 0, '“0” is not a class year'],
  ['1', 0, '“1” is not a class year'],
  ['smith 3000', 0, '“3000” is not a class year'],
])('%j finds %i people, with a message', async (q, matching, sentence) => {
  const page = await search(q)
  expect(page.matching).toBe(matching)
  expect(page.notes.join('\n')).toContain(sentence)
})

test.each(['smith', 'smith 2005', 'boston', '617 555 0104', 'peggy@example.org', 'B00000701'])(
  '%j has no message',
  async (q) => expect((await search(q)).notes).toEqual([]),
)

const near = async (filters: Record<string, string>) => (await search('', filters)).alumni.map(({ name }) => name)

test.each([
  [{ near: 'Boston' }, ['Ana Alvarez', 'Cleo Smith']],
  [{ near: 'Boston, IL' }, []],
  [{ near: 'Boston, Massachusetts' }, ['Ana Alvarez', 'Cleo Smith']],
  [{ near: 'boston, ma', within: '15' }, ['Ana Alvarez', 'Finn Globe', 'Cleo Smith']],
  [{ near: '02134', within: '15' }, ['Ana Alvarez', 'Finn Globe', 'Cleo Smith']],
  [{ near: '02134-1234' }, ['Ana Alvarez', 'Cleo Smith']],
  [{ near: '02458' }, ['Finn Globe']],
  [{ near: '021' }, ['Ana Alvarez', 'Cleo Smith']],
  [{ near: 'sw1a1aa' }, ['Gil Parker']],
  [{ near: 'SW1A' }, ['Gil Parker']],
  [{ near: 'SW1A, UK' }, ['Gil Parker']],
  [{ near: 'SW1A, Ireland' }, []],
  [{ near: 'London, United Kingdom' }, ['Gil Parker']],
  [{ near: 'London', within: '50' }, ['Gil Parker']],
  [{ near: 'Springfield', within: '5' }, ['Hal Rowe', 'Ida Rowe']],
  [{ near: 'Springfield, MA', within: '5' }, ['Hal Rowe']],
])('%j finds %j', async (filters, names) => {
  expect(await near(filters)).toEqual(names)
})

test.each([
  [
    { near: 'Atlantis' },
    'No one on file lives in “Atlantis”. Type a city, a city and its state, or a ZIP or postal code.',
  ],
  [{ near: 'Massachusetts' }, '“Massachusetts” is a state or country. Use that filter instead.'],
  [{ near: '99999' }, 'No one on file has the ZIP or postal code “99999”.'],
  [
    { near: 'London', within: '50' },
    'Distances work only in the United States: elsewhere, only the people of the city itself are found.',
  ],
  [
    { near: 'SW1A', within: '50' },
    'Distances work only in the United States: these are the people with that postal code.',
  ],
  [
    { near: 'Springfield' },
    'More than one city has this name: Springfield, MA; Springfield, IL. Add a state or country for one.',
  ],
])('%j has the message: %s', async (filters, sentence) => {
  expect((await search('', filters)).notes).toEqual([sentence])
})

test.each([
  [{ near: 'Boston', within: '0' }, { within: 'Enter a distance of 1 to 500 miles.' }],
  [{ near: 'Boston', within: '20000' }, { within: 'Enter a distance of 1 to 500 miles.' }],
  [{ near: 'Boston', within: 'far' }, { within: 'Enter the distance in miles, such as 25.' }],
  [{ near: '99999', within: '5' }, { near: '99999 is not a known ZIP code.' }],
  [{ near: '021', within: '5' }, { near: 'To search by distance, enter all five digits of the ZIP code.' }],
  [{ within: '5' }, { near: 'Enter a city or ZIP code to measure the distance from.' }],
])('%j is refused with %j', async (filters: Record<string, string>, fields) => {
  const reply = await stan.get(`/alumni_search?${new URLSearchParams(filters)}`)
  expect([reply.statusCode, reply.json<{ fields: unknown }>().fields]).toEqual([400, fields])
})

test.each([
  ['bos', [{ place: 'Boston, MA', people: 2 }]],
  ['yor', [{ place: 'New York, NY', people: 1 }]],
  [
    'spri',
    [
      { place: 'Springfield, IL', people: 1 },
      { place: 'Springfield, MA', people: 1 },
    ],
  ],
  ['springfield, m', [{ place: 'Springfield, MA', people: 1 }]],
  ['lon', [{ place: 'London, United Kingdom', people: 1 }]],
  ['atl', []],
])('%j suggests the places %j', async (text, places) => {
  const reply = await stan.get(`/alumni_search/places?${new URLSearchParams({ typed: text })}`)
  const found = reply.json<{ places: { place: string }[] }>().places
  expect(found.toSorted((a, b) => a.place.localeCompare(b.place))).toEqual(places)
})

test.each([
  ['champions in Massachusetts', ['Cleo Smith'], ['champions', 'in Massachusetts']],
  ['champions near Boston', ['Cleo Smith'], ['champions', 'near Boston']],
  ['champion alvarez', [], ['champion']],
])('champions are a filter: %j finds %j', async (q, names, phrases) => {
  await sql`insert into champion_signups (email, buid, status) values ('cleo@example.org', 'B00000702', 'linked') on conflict do nothing`.execute(
    story.db,
  )
  const page = await search(q)
  expect(page.alumni.map(({ name }) => name)).toEqual(names)
  expect(page.readings.map((each) => each.typed)).toEqual(phrases)
  expect(page.readings.map(({ champion }) => champion)).toEqual(
    phrases.map((each) => (each.startsWith('champion') ? 'yes' : undefined)),
  )
})

test('words that nothing on file explains are not corrected to names, and the other parts are offered', async () => {
  await add('alumni', { buid: 'B00000799', first_name: 'Dolores', last_name: 'Donorr', city: 'Boston', state: 'MA' })
  for (const [q, unknownWords, others] of [
    ['donors near Boston', ['donors'], ['near Boston (4)']],
    ['lawyers in Massachusetts', ['lawyers'], ['MA (5)']],
    ['living alumni in Boston', ['living'], ['Boston (3)', 'Boston (1)']],
    ['alumni who work at Initech in Boston', ['initech'], ['Boston (3)', 'Boston (1)']],
  ] as const) {
    const page = await search(q)
    expect([q, page.matching, page.corrections]).toEqual([q, 0, unknownWords.map((word) => ({ typed: word, as: [] }))])
    expect([q, page.others.map(describeOther)]).toEqual([q, others])
  }
})
