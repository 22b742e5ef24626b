import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Suggestion } from '@alumni/shared/alumni/internal-api'
import { recordsOf } from '../../../exchange/imports/testing/records.ts'
import { buildTestApp } from '../../../../testing/test-app.ts'

const story = await buildTestApp()
const { db } = story
const { add } = recordsOf(story)
const suggestions = async (name: string) =>
  (await story.nobody.get(`/api/alumni?${new URLSearchParams({ name })}`)).json<Suggestion[]>()
const suggestNames = async (name: string) => (await suggestions(name)).map(({ display_name }) => display_name)

afterEach(async () => {
  await sql`delete from educations`.execute(db)
  await sql`delete from alumni`.execute(db)
})

describe('suggestions for José, Jose, Peggy and similar names', () => {
  beforeEach(async () => {
    await add('alumni', { buid: 'B00000001', contact_id: 'C-000000001', first_name: 'José', last_name: 'Álvarez' })
    await add('alumni', { buid: 'B00000002', contact_id: 'C-000000022', first_name: 'Jose', last_name: 'Alvarez' })
    await add('alumni', {
      buid: 'B00000004',
      contact_id: 'C-000000004',
      prefix: 'Dr.',
      first_name: 'Margaret',
      middle_name: 'Ann',
      last_name: "O'Neil",
      suffix: 'Jr.',
      preferred_name: 'Peggy',
      former_last_name: 'Jones',
    })
    await add('alumni', { buid: 'B00000005', first_name: 'Zoë', last_name: 'van der Berg' })
    await add('alumni', { buid: 'B00000012', first_name: 'Mary-Ann', last_name: '100% _Real', deceased: true })
    await add('alumni', { buid: 'B00100000', last_name: 'Teller' })
  })

  test('accents are removed from the query but not from stored names, so both spellings find Jose Alvarez only', async () => {
    for (const input of ['José', 'Jose', 'jose', 'JOSÉ', 'Jose\u0301', 'Álv', 'alv', 'José Álvarez', 'álvarez josé'])
      expect([input, await suggestNames(input)]).toEqual([input, ['Jose Alvarez']])
  })

  test('marks of other scripts are removed from the query too, so Николай finds the name stored without them', async () => {
    await add('alumni', { buid: 'B00000021', first_name: 'Николай', last_name: 'Чайка' })
    await add('alumni', { buid: 'B00000022', first_name: 'Николаи', last_name: 'Чаика' })
    for (const input of ['Николай', 'Николаи', 'чай', 'ЧАЙКА'])
      expect([input, await suggestNames(input)]).toEqual([input, ['Николаи Чаика']])
    expect(await suggestNames('Никола')).toHaveLength(2)
  })

  test('José is found by the letters before his accent', async () => {
    expect(await suggestNames('jos')).toEqual(['Jose Alvarez', 'José Álvarez'])
    expect(await suggestNames('Zo')).toEqual(['Zoë van der Berg'])
    expect(await suggestNames('Zoë')).toEqual([])
  })

  test.each([
    ['peg', true],
    ['Jones', true],
    ["o'n", true],
    ['marg', true],
    ['jones pegg', true],
    ['PEGGY O’NEIL'.replace('’', "'"), true],
    ["peggy margaret jones o'neil", true],
    ['m p j o', true],
    ['m m ma marg m', true],
    ["  \tpeggy \u00a0 o'neil\n", true],
    ['Ann', false],
    ['dr', false],
    ['neil', false],
    ['peggy x', false],
    ['peggy ann', false],
    ["margaret peggy jones o'neil jr", false],
    ['p m j o x', false],
  ])('“%s” finds Peggy: %s', async (input, isFound) => {
    expect(await suggestNames(input)).toEqual(isFound ? [`Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.`] : [])
  })

  test.each([
    ['%', []],
    ['_', []],
    ['100%', ['Mary-Ann 100% _Real']],
    ['1__', []],
    ['mary%', []],
    ['\\', []],
    ["'", []],
    ['"', []],
    ['mary-', ['Mary-Ann 100% _Real']],
  ])('“%s” is searched literally', async (input, names) => {
    expect(await suggestNames(input)).toEqual(names)
  })

  test.each([
    ['B00000001', ['José Álvarez']],
    ['b00000001', ['José Álvarez']],
    ['B000', ['Jose Alvarez', 'Margaret']],
    ['B0010', ['Teller']],
    ['C-000000022', ['Jose Alvarez']],
    ['c-00000002', ['Jose Alvarez']],
    ['C-000', ['Jose Alvarez', 'Margaret', 'Álvarez']],
    ['B00', []],
    ['C-00', []],
    ['B000000011', []],
    ['B00000001 José', []],
    ['B0000000%', []],
    ['00000001', []],
  ])('the identifier %s finds its people', async (input, names) => {
    const people = await suggestNames(input)
    if (names.length === 0) expect(people).toEqual([])
    for (const name of names) expect(people).toContainEqual(expect.stringContaining(name))
  })

  test('people named like the start of an identifier and people with that identifier are found in one order', async () => {
    await add('alumni', { buid: 'B00000099', first_name: 'C-00000', last_name: 'Aaronson' })
    expect(await suggestNames('C-00000')).toEqual([
      'C-00000 Aaronson',
      'Jose Alvarez',
      `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.`,
      'José Álvarez',
    ])
  })

  test('each suggestion has only what the page shows, and the deceased are included', async () => {
    expect(await suggestions('teller')).toEqual([
      { buid: 'B00100000', contact_id: null, last_name: 'Teller', display_name: 'Teller', recent_degree: null },
    ])
    expect(await suggestNames('mary-ann')).toHaveLength(1)
  })

  test('a suggestion shows the latest degree: undated ones come last, and a degree precedes an area of study of the same day', async () => {
    const degreeOf = async () => (await suggestions('peggy'))[0]!.recent_degree
    const study = { buid: 'B00000004', college_name: 'Medicine' }
    await add('educations', {
      ...study,
      kind: 'area_of_study',
      area_type: 'minor',
      major_code: 'MUS',
      major_desc: 'Music',
    })
    expect(await degreeOf()).toEqual({
      major_desc: 'Music',
      college_name: 'Medicine',
      degree_code: null,
      degree_date: null,
    })
    await add('educations', { ...study, kind: 'degree', degree_code: 'BS', degree_date: '2008-05-09' })
    expect(await degreeOf()).toMatchObject({ degree_code: 'BS', degree_date: '2008-05-09' })
    await add('educations', {
      ...study,
      kind: 'area_of_study',
      area_type: 'minor',
      major_code: 'ART',
      degree_date: '2012-05-11',
    })
    expect(await degreeOf()).toMatchObject({ degree_code: null, degree_date: '2012-05-11' })
    await add('educations', { ...study, kind: 'degree', degree_code: 'MD', degree_date: '2012-05-11' })
    expect(await degreeOf()).toMatchObject({ degree_code: 'MD', degree_date: '2012-05-11' })
  })
})

test('at most ten are suggested, sorted by lower-case last and first name, then by age of the record', async () => {
  const people: [first: string | null, last: string | null][] = [
    ['Ma', null],
    ['Max', 'smith'],
    ['Mae', 'Smith'],
    ['Mab', 'SMITH'],
    ['Mab', 'Smith'],
    ['Mar', 'Ärzte'],
    [null, 'Mason'],
    ['Mia', 'O’Neil'],
    ['Mia', "O'Neil"],
    ['Max', 'Zed'],
    ['Max', 'Abt'],
    ['Max', 'Abt'],
    ['Mo', 'Smit'],
  ]
  for (const [index, [first_name, last_name]] of people.entries())
    await add('alumni', { buid: `B${index + 10_000_000}`, first_name, last_name })
  const order = [
    'Max Abt',
    'Max Abt',
    'Mason',
    "Mia O'Neil",
    'Mia O’Neil',
    'Mo Smit',
    'Mab SMITH',
    'Mab Smith',
    'Mae Smith',
    'Max smith',
    'Max Zed',
    'Mar Ärzte',
    'Ma',
  ]
  const reply = await suggestions('m')
  expect(reply.map(({ display_name }) => display_name)).toEqual(order.slice(0, 10))
  expect(reply.slice(0, 2).map(({ buid }) => buid)).toEqual(['B10000010', 'B10000011'])
  await sql`delete from alumni where first_name = 'Mab'`.execute(db)
  await sql`delete from alumni where last_name = 'Abt'`.execute(db)
  expect(await suggestNames('m')).toEqual(order.slice(2).filter((name) => !name.startsWith('Mab')))
})

type Person = {
  id: number
  buid: string
  first: string | null
  last: string | null
  preferred: string | null
  former: string | null
}
const pieces = [
  'a',
  'A',
  'á',
  'an',
  'ann',
  'Anna',
  'Ánná',
  'annab',
  'annabel',
  'Jo',
  'jo',
  'José',
  'jose',
  'Σ',
  'σa',
  'ñ',
  'N',
  '%',
  '_',
  "O'",
  'o',
  '-',
  ' ',
  'ß',
  'й',
  'и',
  '李',
  '𝒜',
  'zz',
]
const text = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('').trim())
  .filter((name) => name !== '')
const maybe = fc.option(text, { nil: null, freq: 3 })

test('suggestions for hundreds of people and any query equal those of a linear search', async () => {
  const names = fc.sample(fc.record({ first: maybe, last: maybe, preferred: maybe, former: maybe }), 400)
  const people: Person[] = names.map((name, index) => ({
    ...name,
    id: 0,
    buid: `B${String(index + 1).padStart(8, '0')}`,
  }))
  const { rows } = await sql<{ id: string; buid: string }>`
    insert into alumni (buid, first_name, last_name, preferred_name, former_last_name)
    select * from json_to_recordset(${JSON.stringify(people)}::json) as p (buid text, first text, last text, preferred text, former text) returning id, buid
  `.execute(db)
  for (const { id, buid } of rows) people.find((person) => person.buid === buid)!.id = Number(id)
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (words) => {
      const input = words.join(' ')
      expect((await suggestions(input)).map(({ buid }) => buid)).toEqual(suggestLinearly(people, input))
    }),
    { numRuns: 400 },
  )
})

function suggestLinearly(people: readonly Person[], input: string): string[] {
  const fold = (name: string) => Array.from(name, (letter) => letter.toLowerCase()).join('')
  const words = fold(
    input
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .normalize('NFC'),
  ).split(/\s+/)
  const matching = people.filter(({ first, last, preferred, former }) =>
    words.every((word) =>
      [first, last, preferred, former].some((name) => name !== null && fold(name).startsWith(word)),
    ),
  )
  const compare = (a: string | null, b: string | null) =>
    a === null || b === null
      ? Number(a === null) - Number(b === null)
      : Buffer.compare(Buffer.from(fold(a)), Buffer.from(fold(b)))
  return matching
    .toSorted((a, b) => compare(a.last, b.last) || compare(a.first, b.first) || a.id - b.id)
    .slice(0, 10)
    .map(({ buid }) => buid)
}
