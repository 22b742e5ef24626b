import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SearchPage } from '@alumni/shared/alumni/search'
import { recordsOf } from '../../exchange/imports/testing/records.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const story = await buildTestApp()
const { add } = recordsOf(story)
const stan = await story.as('staff')

/** The nth city has n residents; the last member lists ways to type it. */
const cities: [city: string, state: string | null, country: string | null, zip: string | null, typed: string[]][] = [
  [
    'Boston',
    'MA',
    'US',
    '02134',
    ['Boston, MA', 'boston ma', 'Boston Massachusetts', 'Boston, MA, USA', 'Boston MA 02134'],
  ],
  ['Chicago', 'IL', 'US', '60601', ['Chicago, IL', 'chicago il', 'Chicago, Illinois', 'CHICAGO ILLINOIS']],
  ['New York', 'NY', null, '10001', ['New York, NY', 'new york ny', 'New York, New York', 'New York New York USA']],
  ['Washington', 'DC', 'US', '20005', ['Washington, DC', 'Washington DC', 'Washington, D.C.', 'Washington D.C.']],
  ['St. Louis', 'MO', 'US', '63101', ['St. Louis, MO', 'saint louis mo', 'St Louis, Missouri']],
  ['Saint Paul', 'MN', 'US', '55102', ['St. Paul, MN', 'Saint Paul Minnesota']],
  ['Portland', 'OR', 'US', '97205', ['Portland, OR', 'portland or', 'Portland, Oregon']],
  ['Portland', 'ME', 'US', '04101', ['Portland, ME', 'Portland Maine']],
  ['Jackson', 'MS', 'US', '39201', ['Jackson, MS', 'jackson ms', 'Jackson, Mississippi']],
  ['Madison', 'IN', 'US', '47250', ['Madison, IN', 'Madison Indiana']],
  ['Winston-Salem', 'NC', 'US', '27101', ['Winston-Salem, NC', 'winston salem nc', 'Winston Salem, North Carolina']],
  ['Paris', 'TX', 'US', '75460', ['Paris, TX', 'paris texas']],
  ['Cambridge', 'MA', 'US', '02139', ['Cambridge, MA', 'cambridge ma']],
  ['Lee', 'MA', 'US', '01238', ['Lee, MA', 'lee, massachusetts']],
  ['Kansas City', 'MO', 'US', '64106', ['Kansas City, MO', 'Kansas City Missouri']],
  ['Los Angeles', 'CA', 'US', '90012', ['Los Angeles, CA', 'los angeles california']],
  [
    'London',
    'ENG',
    'GB',
    'SW7 2AZ',
    ['London, UK', 'london uk', 'London, U.K.', 'London, England', 'London, United Kingdom'],
  ],
  ['Toronto', 'ON', 'CA', 'M5V 2T6', ['Toronto, ON', 'Toronto, Ontario', 'Toronto, Canada', 'toronto on canada']],
  ['Paris', 'IDF', 'FR', '75001', ['Paris, France', 'paris france', 'Paris, FR']],
  ['Zürich', 'ZH', 'CH', '8001', ['Zürich, Switzerland', 'zurich switzerland']],
  ['Tel Aviv', 'TA', 'IL', '61000', ['Tel Aviv, Israel', 'tel aviv israel']],
  ['Hà Nội', 'HN', 'VN', '100000', ['Hà Nội, Vietnam', 'ha noi vietnam']],
  ['Seoul', '11', 'KR', '04524', ['Seoul, South Korea']],
  ['Hong Kong', null, 'HK', null, ['Hong Kong, Hong Kong']],
  ['Dublin', 'L', 'IE', 'D02 X285', ['Dublin, Ireland', 'Dublin Ireland']],
  ['Cambridge', 'ENG', 'GB', 'CB2 1TN', ['Cambridge, England', 'cambridge uk']],
]

const nextYear = new Date().getFullYear() + 1
const shortYear = `’${String(nextYear % 100).padStart(2, '0')}`

const people = [
  { name: 'Chicago Illingworth', year: 1990 },
  { name: 'Ma Boston', year: 1990 },
  { name: 'Georgia Jackson', year: 1990, degree: 'MS' },
  { name: 'Chelsea Jackson', year: 1991, degree: 'MA' },
  { name: 'Rosa Smith', city: 'Boston', state: 'MA', postal_code: '02134', year: 1995, degree: 'BS' },
  { name: 'Nina Smith', city: 'Newton', state: 'MA', postal_code: '02458', year: 1999, degree: 'BS' },
  { name: 'Paul Lawton', city: 'Paris', state: 'ON', country: 'CA', year: 2001, mobile_phone: '617 555 0134' },
  { name: 'Mary Stone', year: 2001 },
  { name: 'Stone Mary', year: 2001 },
  { name: 'Kim Jdanov', year: 2001, degree: 'JD' },
  { name: 'Lou Jdanov', preferred_name: 'Kim', year: 2001 },
  { name: 'Old Thirty', year: nextYear - 100 },
  { name: 'Ann Thirty', year: nextYear },
  { name: 'Bea Thirty', year: nextYear },
  { name: 'Jackie Mayer', year: 2003, city: 'Jackson', state: 'GA', postal_code: '30233' },
]

beforeAll(async () => {
  let serial = 0
  const addResident = async (values: object, year: number, degree = 'BA') => {
    const buid = `B0000${String((serial += 1)).padStart(4, '0')}`
    await add('alumni', { buid, ...values })
    await add('educations', { buid, kind: 'degree', degree_code: degree, degree_date: `${year}-05-17` })
    return buid
  }
  for (const [index, [city, state, country, postal_code]] of cities.entries())
    for (let person = 0; person <= index; person++)
      await addResident({ first_name: `Vo${index}`, last_name: 'Xu', city, state, country, postal_code }, 1970 + index)
  for (const { name, year, degree, ...place } of people) {
    const [first_name, last_name] = name.split(' ')
    const buid = await addResident({ first_name, last_name, country: 'US', ...place }, year, degree)
    if (name === 'Rosa Smith')
      await add('educations', { buid, kind: 'degree', degree_code: 'MS', degree_date: '1997-05-17' })
  }
  await sql`insert into colleges values ('LAW', 'School of Law')`.execute(story.db)
})

async function search(q: string, filters: Record<string, string> = {}): Promise<SearchPage> {
  const reply = await stan.get(`/alumni_search?${new URLSearchParams({ q, ...filters })}`)
  expect([q, reply.statusCode, reply.body]).toEqual([q, 200, expect.anything()])
  return reply.json<SearchPage>()
}
const names = ({ alumni }: SearchPage) => alumni.map(({ name }) => name)
const describeOthers = ({ others }: SearchPage) =>
  others.map(({ q, filters, matching }) => [q, ...Object.values(filters), `(${matching})`].filter(Boolean).join(' '))

describe('a place in the search box finds as many people as the filter', () => {
  test.each(
    cities.map(([city, state, country, , text], index) => [`${city} ${state} ${country}`, text, index + 1] as const),
  )('%s', async (_, spellings, residents) => {
    for (const spelling of spellings) {
      const [sentence, filtered] = [await search(spelling), await search('', { near: spelling })]
      expect([spelling, sentence.matching, filtered.matching]).toEqual([spelling, filtered.matching, filtered.matching])
      expect(filtered.matching).toBeGreaterThanOrEqual(residents)
      expect(sentence.readings).toEqual([{ typed: spelling, q: '', filters: { near: expect.any(String) } }])
      expect((await search('', sentence.readings[0]!.filters)).matching).toBe(filtered.matching)
    }
  })

  test.each([
    ['02134', { near: '02134' }],
    ['02134-5678', { near: '02134' }],
    ['near Boston', { near: 'Boston', within: '25' }],
    ['near Boston, MA', { near: 'Boston, MA', within: '25' }],
    ['near 02134', { near: '02134', within: '25' }],
    ['within 100 miles of Boston, MA', { near: 'Boston, MA', within: '100' }],
    ['within 3000 mi of Boston', null],
    ['10 miles from Boston', { near: 'Boston', within: '10' }],
    ['within 500 miles of Tulsa, OK', { near: 'Tulsa, OK', within: '500' }],
    ['Boston, MA 1995', { near: 'Boston, MA', year_from: '1995', year_to: '1995' }],
    ["Boston, MA '95", { near: 'Boston, MA', year_from: '1995', year_to: '1995' }],
    ['class of 1995 Boston, MA', { near: 'Boston, MA', year_from: '1995', year_to: '1995' }],
    ['Boston, MA 1990s', { near: 'Boston, MA', year_from: '1990', year_to: '1999' }],
    ["Boston, MA between '90 and '99", { near: 'Boston, MA', year_from: '1990', year_to: '1999' }],
    ['near Boston, MA 1995 to 1999', { near: 'Boston', within: '25', year_from: '1995', year_to: '1999' }],
    ['１９９５ Boston, MA', { near: 'Boston, MA', year_from: '1995', year_to: '1995' }],
    ['０２１３４', { near: '０２１３４' }],
    ['smith Boston, MA', { q: 'smith', near: 'Boston, MA' }],
    ['smith in Boston, MA', { q: 'smith', near: 'Boston, MA' }],
    ['smith near Boston', { q: 'smith', near: 'Boston', within: '25' }],
    ['smith 02134', { q: 'smith', near: '02134' }],
    ['Chicago, IL', { near: 'Chicago, IL' }],
    ['Boston, IL', { near: 'Boston, IL' }],
    ['Tulsa, OK', { near: 'Tulsa, OK' }],
  ])('%s', async (q, filters) => {
    if (filters === null) {
      const reply = await stan.get(`/alumni_search?${new URLSearchParams({ q })}`)
      expect([reply.statusCode, reply.json()]).toMatchObject([
        400,
        { fields: { q: 'Enter a distance of 1 to 500 miles.' } },
      ])
      return
    }
    const { q: query = '', ...rest } = filters as Record<string, string>
    const expected = await search(query, rest)
    const found = await search(q)
    expect([found.matching, names(found).toSorted()]).toEqual([expected.matching, names(expected).toSorted()])
    expect(found.corrections).toEqual([])
  })
})

test('words such as “everyone who lives” are not searched as names beside a place', async () => {
  const matching = async (q: string) => (await search(q)).matching
  const expected = await matching('within 25 miles of Boston, MA')
  expect(expected).toBeGreaterThan(1)
  for (const everyone of ['everyone', 'all alumni', 'people who live', 'Graduates living'])
    expect([everyone, await matching(`${everyone} within 25 miles of Boston, MA`)]).toEqual([everyone, expected])
})

test.each([
  [
    'Boston, MA 1995',
    [
      ['Boston, MA', { near: 'Boston, MA' }, '1995'],
      ['1995', { year_from: '1995', year_to: '1995' }, 'Boston, MA'],
    ],
  ],
  ['smith in boston ma', [['in boston ma', { near: 'boston, ma' }, 'smith']]],
  ['near Boston smith', [['near Boston', { near: 'near Boston' }, 'smith']]],
  [
    'smith, Boston, MA, 1995',
    [
      ['Boston, MA', { near: 'Boston, MA' }, 'smith, 1995'],
      ['1995', { year_from: '1995', year_to: '1995' }, 'smith, Boston, MA'],
    ],
  ],
  ['617 555 0134', []],
])('%j is shown as chips, each of which can be removed', async (q, readings) => {
  const page = await search(q)
  expect(page.readings.map(({ typed, filters, q }) => [typed, filters, q])).toEqual(readings)
})

test.each([
  ['jackson ms', ['jackson MS (1)']],
  ['Jackson, Georgia', ['Georgia Jackson (1)']],
  ['Boston, MA', ['MA Boston (1)']],
  ['Paris', ['Paris, France (19)', 'Paris, TX (12)', 'Paris, ON, Canada (1)']],
  ['near Cambridge', ['near Cambridge, United Kingdom (26)', 'near Cambridge, MA (16)']],
  ['Lee, MA', []],
])('other meanings of %j are offered: %j', async (q, others) => {
  expect(describeOthers(await search(q))).toEqual(others)
})

test.each([
  ['smith Chicago, IL', ['smith (2)', 'Chicago, IL (2)']],
  ['smith chicago', ['smith (2)', 'chicago (2)', 'chicago (1)']],
  ['smith Boston, MA 1950', ['smith Boston, MA 1995 1995 (1)', 'smith Boston, MA (1)', 'Boston, MA (2)', 'smith (2)']],
  ['xqzzv boston', ['boston (2)', 'boston (1)']],
  ['xqzzv qqq boston', ['boston (2)', 'boston (1)']],
  ['please find smith who lives in boston now', ['boston (2)', 'smith (2)', 'boston (1)']],
  ['Boston, IL', ['Boston (2)', 'Boston, MA (2)']],
  ['near Bostn', ['Boston, MA (2)']],
  ['smith kansas', ['smith (2)']],
  ['smith tulsa', ['smith (2)']],
  ["smith MS'95", ['smith MS 1997 1997 (1)', 'smith (2)']],
  ['smith near Atlantis', ['smith (2)']],
])('%j finds no one, and its parts are offered: %j', async (q, others) => {
  const page = await search(q)
  expect([page.matching, describeOthers(page)]).toEqual([0, others])
  expect(page.corrections.map(({ typed }) => typed)).not.toContain('boston')
  expect(page.readings.length).toBeGreaterThan(0)
})

test.each([
  ['smithh boston', 'smith', ['Rosa Smith']],
  ['smtih Boston, MA', 'smith', ['Rosa Smith']],
  ['boston smtih 1995', 'smith', ['Rosa Smith']],
])('a misspelled name beside a place is corrected, and the place is not: %j', async (q, as, found) => {
  const page = await search(q)
  expect([page.corrections.map((each) => each.as), names(page)]).toEqual([[[as]], found])
})

test('a correction keeps the first letter, so a lawyer becomes neither Mayer nor Lawton', async () => {
  expect(await search('lawyer')).toMatchObject({ matching: 0, corrections: [{ typed: 'lawyer', as: [] }], others: [] })
  expect(names(await search('mayar'))).toEqual(['Jackie Mayer'])
})

test.each([
  ['near Atlantis', 'No one on file lives in “Atlantis”.'],
  ['within 10 miles of Atlantis', 'No one on file lives in “Atlantis”.'],
  ['Boston, IL', 'No one on file lives in “Boston, IL”.'],
  ['smith kansas', '“kansas” is a state or country. Use that filter instead.'],
  ['smith tulsa', 'No one on file lives in “tulsa”.'],
  ["smith MS'95", 'No one matching “smith MS” graduated in 1995.'],
  ['near Massachusetts', '“Massachusetts” is a state or country. Use that filter instead.'],
  ['near London', 'Distances work only in the United States:'],
  ['Paris', 'More than one city has this name: Paris, TX; Paris, France; Paris, ON, Canada.'],
  ['99999', 'No one on file has the ZIP or postal code “99999”. It was searched in phone numbers instead.'],
  ['50134', 'No one on file has the ZIP or postal code “50134”. It was searched in phone numbers instead.'],
])('%j has the message: %s', async (q, sentence) => {
  expect((await search(q)).notes.join('\n')).toContain(sentence)
})

test.each([
  ['chelsea ma', ['Chelsea Jackson'], { ma: { degree: 'MA' } }],
  ['jackson M.S.', ['Georgia Jackson'], { 'M.S.': { degree: 'MS' } }],
  [
    "smith B.S. '95, M.S. '97",
    ['Rosa Smith'],
    {
      "B.S. '95": { degree: 'BS', year_from: '1995', year_to: '1995' },
      "M.S. '97": { degree: 'MS', year_from: '1997', year_to: '1997' },
    },
  ],
  ["smith B.S. '95, M.S. '96", [], expect.anything()],
  ['madison in boston', [], { madison: { near: 'madison' }, 'in boston': { near: 'boston' } }],
  ["smith '90s", ['Nina Smith', 'Rosa Smith'], { "'90s": { year_from: '1990', year_to: '1999' } }],
  ['smith 1998 to 2000', ['Nina Smith'], { '1998 to 2000': { year_from: '1998', year_to: '2000' } }],
  ['Georgia Jackson', ['Georgia Jackson'], {}],
  ['mary stone, jr.', ['Mary Stone', 'Stone Mary'], {}],
  ['kim jd', ['Kim Jdanov', 'Lou "Kim" Jdanov'], {}],
  ['617 555 0134', ['Paul Lawton'], {}],
])('%j finds %j', async (q, found, readings) => {
  const page = await search(q)
  expect(names(page)).toEqual(found)
  expect(Object.fromEntries(page.readings.map(({ typed, filters }) => [typed, filters]))).toEqual(readings)
})

test('a sentence about a place lists deceased people last; a list by name does not', async () => {
  for (const [index, first_name] of ['Abe', 'Bo', 'Cy'].entries())
    await add('alumni', {
      buid: `B0000888${index}`,
      first_name,
      last_name: 'Yu',
      city: 'Gary',
      state: 'IN',
      deceased: index === 0,
    })
  for (const q of ['Gary, IN', 'near Gary', 'alumni in Gary', 'Gary'])
    expect([q, names(await search(q))]).toEqual([q, ['Bo Yu', 'Cy Yu', 'Abe Yu']])
  expect(names(await search('', { near: 'Gary' }))).toEqual(['Abe Yu', 'Bo Yu', 'Cy Yu'])
  expect(names(await search('Gary, IN', { sort: 'name' }))).toEqual(['Abe Yu', 'Bo Yu', 'Cy Yu'])
  expect(names(await search('yu Gary, IN'))).toEqual(['Abe Yu', 'Bo Yu', 'Cy Yu'])
})

test('people found by a place are not marked as found by a similar name', async () => {
  const buid = 'B00009999'
  await add('alumni', { buid, first_name: 'Ann', last_name: 'Yu', former_last_name: 'Erie', city: 'Erie', state: 'PA' })
  const { alumni } = await search('Erie, PA')
  expect(alumni.map(({ name, found_by }) => [name, found_by])).toEqual([['Ann (Erie) Yu', undefined]])
})

test('the century with more people is searched, and the other one offered', async () => {
  const page = await search(`thirty ${shortYear}`)
  expect(page.readings[0]!.filters.year_from).toBe(String(nextYear))
  expect(describeOthers(page)).toEqual([`thirty ${nextYear - 100} ${nextYear - 100} (1)`])
})
