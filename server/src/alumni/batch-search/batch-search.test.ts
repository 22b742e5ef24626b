import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { maxCandidates, type BatchSearchReply } from '@alumni/shared/alumni/batch-search'
import { namedPeople } from '../../../demo/named-people.ts'
import { recordsOf, type Fields } from '../../exchange/imports/testing/records.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { forgetAuditEntries } from '../../../testing/test-database.ts'

const story = await buildTestApp()
const { as, nobody, visitor, db, logs } = story
const { add, remove } = recordsOf(story)
const stan = await as('staff')
const url = '/tools/batch_search'

beforeAll(async () => {
  for (const person of namedPeople) await add('alumni', person as unknown as Fields)
  await add('educations', {
    buid: 'B00000004',
    kind: 'degree',
    degree_code: 'BS',
    degree_date: '2008-05-09',
    major_desc: 'Biology',
  })
  await add('educations', {
    buid: 'B00000004',
    kind: 'degree',
    degree_code: 'MD',
    degree_date: '2012-05-11',
    major_desc: 'Medicine',
  })
  await add('educations', {
    buid: 'B00000004',
    kind: 'area_of_study',
    area_type: 'minor',
    major_code: 'MUS',
    major_desc: 'Music',
    degree_date: '2013-01-01',
  })
})

const lookUp = async (...lines: string[]): Promise<BatchSearchReply> => {
  const reply = await stan.post(url, { lines })
  expect([reply.statusCode, reply.json<{ error?: string }>().error]).toEqual([200, undefined])
  return reply.json<BatchSearchReply>()
}
const findIds = async (line: string) =>
  (await lookUp(line)).lines.flatMap(({ buids }) => buids.map((buid) => Number(buid.slice(1))))
const [josé, jose, siobhán, peggy, minh, x, mary, mononym, majo, bob, anneMarie, zoë] = namedPeople.map(
  (_, index) => index + 1,
)

describe('misspelled lines', () => {
  test.each([
    ['Pegy Oneil', [peggy]],
    ['Jsoe Alvarez', [josé, jose]],
    ['Zzyzx Qqqq', []],
    ['nobody@example.net', []],
    ['B99999999', []],
  ])('%j finds no one, and similar people are offered', async (line, expected) => {
    const { lines, people, counts } = await lookUp(line)
    expect(counts).toEqual({ one: 0, several: 0, none: 1 })
    expect(lines[0]).toMatchObject({ outcome: 'none', total: 0, buids: [] })
    expect(new Set(lines[0]!.similar.map((buid) => Number(buid.slice(1))))).toEqual(new Set(expected))
    expect(people.map(({ buid }) => buid).sort()).toEqual(lines[0]!.similar.toSorted())
  })
})

describe('a person is found by an e-mail address', () => {
  test.each([
    ['in any letter case', 'PEGGY.ONEIL@example.ORG', [peggy]],
    ['as the work address', 'moneil@hospital.example.org', [peggy]],
    ['as the school address', 'margaret.jones4@alumni.example.edu', [peggy]],
    ['as the other address', 'peggy+family@example.net', [peggy]],
    ['as a personal address', 'minh.nguyen@example.com', [minh]],
    ['with a name before it', 'Peggy O’Neil <peggy.oneil@example.org>', [peggy]],
    ['with blanks, quotes and a comma', ' "peggy.oneil@example.org", ', [peggy]],
    ['as a link', 'mailto:Peggy.ONeil@example.org?subject=Hello', [peggy]],
    ['with an apostrophe', "siobhan.o'neil@example.com", [siobhán]],
    ['shared by several people', 'Smith.Family@example.org', [mary, bob]],
    ['several addresses in one line', 'teller@example.org; majo@example.com', [mononym, majo]],
    ['no address at all', 'meet @ the bar', []],
    ['of no one', 'nobody@example.org', []],
  ])('%s', async (_, line, found) => {
    expect(await findIds(line)).toEqual(found)
  })

  test('a domain matches with an umlaut and in Punycode, and i does not match İ', async () => {
    const ivan = { buid: 'B00000090', contact_id: 'C-000000090', first_name: 'Ivan', last_name: 'Petrov' }
    await add('alumni', { ...ivan, primary_email: 'Ivan@Bücher.example', work_email: 'ivan@gmaİl.example' })
    expect(await findIds('ivan@XN--BCHER-KVA.example')).toEqual([90])
    expect(await findIds('ivan@BÜCHER.example')).toEqual([90])
    expect(await findIds('ivan@gmail.example')).toEqual([])
    await remove('alumni', { buid: ivan.buid })
  })
})

describe('a person is found by a name', () => {
  test.each([
    ['first and last', 'José Álvarez', [josé, jose]],
    ['without accents, in capitals', 'JOSE ALVAREZ', [josé, jose]],
    ['in other code points', 'Jose\u0301 A\u0301lvarez', [josé, jose]],
    ['last, first', 'Alvarez, José', [josé, jose]],
    ['last first', 'Alvarez José', [josé, jose]],
    ['a preferred and a former name', 'Peggy Jones', [peggy]],
    ['the preferred and former name in reverse order', 'Jones, Peggy', [peggy]],
    ['a former name', 'Margaret Jones', [peggy]],
    ['a straight apostrophe', "Peggy O'Neil", [peggy]],
    ['a curly apostrophe', 'Peggy O’Neil', [peggy]],
    ['no apostrophe', 'Siobhan ONeil', [siobhán]],
    ['a middle name', "Margaret Ann O'Neil", [peggy]],
    ['a middle initial and titles', "Dr. Margaret A. O'Neil Jr., M.D.", [peggy]],
    ['a middle name that is not on file', "Margaret Wilhelmina O'Neil", [peggy]],
    ['last, first middle, suffix', "O'Neil, Margaret Ann, Jr.", [peggy]],
    ['last first middle', "O'Neil Margaret Ann", [peggy]],
    ['as the staff app writes it', `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.`, [peggy]],
    ['one name', 'teller', [mononym]],
    ['one name with a title', 'Mr. Teller', [mononym]],
    ['a hyphen left out', 'anne marie d’angelo', [anneMarie]],
    ['a double name', 'Mary Smith Jones', [mary]],
    ['two given and two family names', 'Maria Jose Garcia Marquez', [majo]],
    ['first and last name reversed', 'García Márquez María José', [majo]],
    ['last, first with both', 'García Márquez, María José', [majo]],
    ['particles', 'Zoe Van Der Berg', [zoë]],
    ['tones', 'Minh Nguyen', [minh]],
    ['letters of other alphabets', 'X AE', [x]],
    ['a suffix in figures', 'Robert Smith III', [bob]],
    ['two cells of a sheet', 'Bob\tSmith', [bob]],
    ['a BUID', 'b00000004', [peggy]],
    ['a class year', 'José Álvarez ’15', [josé, jose]],
    ['a class year in parentheses', "Peggy O'Neil (MED’12)", [peggy]],
    ['a list number', '1. Peggy Jones', [peggy]],
    ['zero-width characters', 'Peg\u200bgy \u202aJones\u202c', [peggy]],
    ['a contact id', namedPeople[3]!.contact_id!.toLowerCase(), [peggy]],
    ['only a first name', 'Margaret', []],
    ['only a last name', "O'Neil", []],
    ['a similar name', 'Peggy Jonas', []],
    ['a wildcard', '% %', []],
    ['an unknown BUID', 'B99999999', []],
  ])('%s: %s', async (_, line, found) => {
    expect(await findIds(line)).toEqual(found)
  })

  test('a name in the usual order does not find people with the names reversed', async () => {
    await add('alumni', { buid: 'B00000101', first_name: 'James', last_name: 'Thomas' })
    await add('alumni', { buid: 'B00000102', first_name: 'Thomas', last_name: 'James' })
    expect([await findIds('James Thomas'), await findIds('Thomas, James'), await findIds('Thomas James')]).toEqual([
      [101],
      [101],
      [102],
    ])
  })

  test('people whose middle name is in the line come first, and the deceased last', async () => {
    await add('alumni', { buid: 'B00000111', first_name: 'Ann', last_name: 'Lee', deceased: true })
    await add('alumni', { buid: 'B00000112', first_name: 'Ann', last_name: 'Lee' })
    await add('alumni', { buid: 'B00000113', first_name: 'Ann', middle_name: 'Béatrice', last_name: 'Lee' })
    await add('alumni', { buid: 'B00000114', first_name: 'Ann Beatrice', last_name: 'Lee' })
    expect(await findIds('Ann Beatrice Lee')).toEqual([114, 113, 112, 111])
    expect(await findIds('Ann B. Lee')).toEqual([113, 112, 111])
    expect(await findIds('Ann Lee')).toEqual([112, 113, 111])
  })

  test('people of the class year come first, then those who have the name today', async () => {
    await add('alumni', { buid: 'B00000121', first_name: 'Una', last_name: 'Kerr', former_last_name: 'Lund' })
    await add('alumni', { buid: 'B00000122', first_name: 'Una', last_name: 'Lund' })
    await add('alumni', { buid: 'B00000123', first_name: 'Una', last_name: 'Lund' })
    await add('educations', { buid: 'B00000123', kind: 'degree', degree_code: 'BS', degree_date: '2015-05-17' })
    expect(await findIds('Una Lund')).toEqual([122, 123, 121])
    expect(await findIds('Una Lund ’15')).toEqual([123, 122, 121])
    expect(await findIds('Lund, Una (2015)')).toEqual([123, 122, 121])
    await remove('educations', { buid: 'B00000123' })
  })

  test('the only person of a name is offered, but not found, if the line names another class', async () => {
    await add('alumni', { buid: 'B00000125', first_name: 'Odo', last_name: 'Marsh' })
    const lookUpLines = (line: string) => lookUp(line).then(({ lines }) => lines)
    expect(await lookUpLines('Odo Marsh ’15')).toMatchObject([{ outcome: 'one', buids: ['B00000125'] }])
    await add('educations', { buid: 'B00000125', kind: 'degree', degree_code: 'BS', degree_date: '1985-05-17' })
    expect(await lookUpLines('Odo Marsh ’15')).toMatchObject([
      { outcome: 'none', total: 0, buids: [], similar: ['B00000125'] },
    ])
    expect(await lookUpLines('Odo Marsh ’85')).toMatchObject([{ outcome: 'one', buids: ['B00000125'], similar: [] }])
    await remove('educations', { buid: 'B00000125' })
    await remove('alumni', { buid: 'B00000125' })
  })

  test('a name without spaces is split into family and given name, and a phone number offers its person', async () => {
    await add('alumni', { buid: 'B00000131', first_name: '小明', last_name: '王', mobile_phone: '+31 6 12345678' })
    expect([await findIds('王小明'), await findIds('王 小明'), await findIds('小明 王')]).toEqual([[131], [131], [131]])
    for (const line of ['0031 6 1234 5678', '06 12345678'])
      expect((await lookUp(line)).lines).toMatchObject([{ outcome: 'none', similar: ['B00000131'] }])
    await remove('alumni', { buid: 'B00000131' })
  })

  test('similar people are ordered like the search, current names first', async () => {
    await add('alumni', { buid: 'B00000141', first_name: 'Ida', last_name: 'Abt', former_last_name: 'Qvist' })
    await add('alumni', { buid: 'B00000142', first_name: 'Ida', last_name: 'Qvistberg' })
    expect((await lookUp('Ida Qvis')).lines[0]!.similar).toEqual(['B00000142', 'B00000141'])
    await remove('alumni', { first_name: 'Ida' })
  })

  test('the first 20 of 30 people with one name are returned, with the total', async () => {
    await sql`insert into alumni (buid, first_name, last_name) select 'B000002' || lpad(n::text, 2, '0'), 'Kim', 'Park' from generate_series(1, 30) n`.execute(
      db,
    )
    const { lines, people } = await lookUp('Kim Park')
    expect(lines).toMatchObject([{ outcome: 'several', total: 30 }])
    expect([lines[0]!.buids.length, people.length]).toEqual([maxCandidates, maxCandidates])
  })
})

test('Stan pastes a list: blank lines are left out, the order stays, and equal lines get equal results', async () => {
  const found = await lookUp(
    'Peggy Jones',
    '',
    'smith.family@example.org',
    'nobody@example.org',
    '  ',
    'SMITH.FAMILY@example.org ',
    'peggy  jones',
  )
  expect(found).toMatchObject({ blank: 2, counts: { one: 2, several: 2, none: 1 } })
  expect(found.lines).toEqual([
    { line: 1, read_as: 'name', same_as: null, outcome: 'one', total: 1, buids: ['B00000004'], similar: [] },
    {
      line: 3,
      read_as: 'email',
      same_as: null,
      outcome: 'several',
      total: 2,
      buids: ['B00000007', 'B00000010'],
      similar: [],
    },
    { line: 4, read_as: 'email', same_as: null, outcome: 'none', total: 0, buids: [], similar: [] },
    {
      line: 6,
      read_as: 'email',
      same_as: 3,
      outcome: 'several',
      total: 2,
      buids: ['B00000007', 'B00000010'],
      similar: [],
    },
    { line: 7, read_as: 'name', same_as: 1, outcome: 'one', total: 1, buids: ['B00000004'], similar: [] },
  ])
  expect(found.people.map(({ buid }) => buid)).toEqual(['B00000004', 'B00000007', 'B00000010'])
  expect(found.people[0]).toEqual({
    id: expect.any(Number),
    buid: 'B00000004',
    contact_id: namedPeople[3]!.contact_id,
    name: `Dr. Margaret "Peggy" Ann (Jones) O'Neil Jr.`,
    primary_email: 'peggy.oneil@example.org',
    recent_degree: { major_desc: 'Music', college_name: null, degree_code: null, degree_date: '2013-01-01' },
    class_years: [2008, 2012],
    city: 'Boston',
    state: 'MA',
    country: 'US',
    deceased: false,
    do_not_contact: false,
    do_not_email: false,
  })
  expect(found.people[2]).toMatchObject({
    deceased: true,
    do_not_contact: true,
    do_not_email: true,
    recent_degree: null,
    class_years: [],
  })
})

describe('the size of a list', () => {
  test('5,000 lines and as many blank ones are looked up, and 5,001 are refused with their number', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => [`person${index}@example.org`, '']).flat()
    expect(await lookUp(...lines)).toMatchObject({ blank: 5000, counts: { one: 0, several: 0, none: 5000 } })
    const reply = await stan.post(url, { lines: [...lines, 'one more'] })
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      {
        error: 'There are 5,001 lines. At most 5,000 can be looked up at once.',
        fields: { lines: 'There are 5,001 lines. At most 5,000 can be looked up at once.' },
      },
    ])
  })

  test('a line of 10,000 characters is refused with its number', async () => {
    const reply = await stan.post(url, { lines: ['Peggy Jones', 'x'.repeat(10_000)] })
    expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([
      400,
      'Line 2 has 10,000 characters. A line has one name or e-mail address, of at most 200 characters.',
    ])
  })

  test.each([
    [undefined],
    [null],
    ['Peggy'],
    [{}],
    [{ lines: null }],
    [{ lines: 'Peggy' }],
    [{ lines: [4] }],
    [{ lines: [null] }],
    [{ lines: { length: 1 } }],
    [[]],
  ])('%j is refused', async (body) => {
    expect(
      (
        await stan.request({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body) ?? '',
        })
      ).statusCode,
    ).toBe(400)
  })

  test('an empty list has an empty result', async () => {
    expect(await lookUp()).toEqual({ blank: 0, counts: { one: 0, several: 0, none: 0 }, lines: [], people: [] })
  })

  test.each([
    '\u0000',
    'Peggy\u0000Jones',
    'Peggy \ud800 Jones',
    '\udfff@\ud800',
    '=HYPERLINK("http://x")@SUM(A1)',
    "'; drop table alumni; --",
    ',,,',
    '—',
    '()',
    '@',
    '<>',
    '\\',
    '{"a":1}',
    '😀 😀',
    'a '.repeat(100),
    ','.repeat(200),
    'Dr. Jr.',
    '\u202eenoJ yggeP',
    '%',
    '__proto__',
    'constructor',
  ])('the hostile line %j has a result', async (line) => {
    expect((await lookUp(line, 'Peggy Jones')).lines.at(-1)).toMatchObject({ line: 2, buids: ['B00000004'] })
  })
})

describe('permissions', () => {
  test.each([
    ['viewer', 403],
    ['staff', 200],
    ['admin', 200],
  ] as const)('a %s gets %i', async (role, status) => {
    const person = await as(role)
    expect([
      (await person.post(url, { lines: ['Peggy Jones'] })).statusCode,
      (await person.get(url)).statusCode,
      (await person.get('/tools')).statusCode,
    ]).toEqual([status, status, status])
  })

  test('signed out no one may look people up, and the alumni’s site has no such page', async () => {
    expect([(await nobody.post(url, { lines: [] })).statusCode, (await nobody.visit(url)).headers.location]).toEqual([
      401,
      '/login?return_to=%2Ftools%2Fbatch_search',
    ])
    expect([
      (await visitor.post(url, { lines: [] }, { headers: { 'sec-fetch-site': 'same-origin' } })).statusCode,
      (await visitor.get('/tools')).statusCode,
    ]).toEqual([404, 404])
  })

  test('contact data is shown without a proof, and exporting it requires one and is recorded', async () => {
    await forgetAuditEntries(story.database)
    const save = () => stan.request({ method: 'PATCH', url, payload: { lines: 3 } })
    await sql`update staff_sessions set proven_at = now() - interval '31 minutes'`.execute(db)
    expect((await stan.post(url, { lines: ['peggy.oneil@example.org'] })).statusCode).toBe(200)
    const refused = await save()
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { prove: true, confirms: 'Save the results' }])
    await sql`update staff_sessions set proven_at = now()`.execute(db)
    expect((await save()).statusCode).toBe(204)
    const { rows } = await sql`select action, detail from audit_entries where action like '%saved'`.execute(db)
    expect(rows).toEqual([{ action: 'batch-search.saved', detail: { lines: 3 } }])
  })

  test('the audit log has who looked up how many, and the names are neither logged nor cached', async () => {
    await forgetAuditEntries(story.database)
    const reply = await stan.post(url, {
      lines: ['peggy.oneil@example.org', 'Canary Cuckoo', 'smith.family@example.org'],
    })
    expect(reply.headers['cache-control']).toBe('no-store')
    const { rows } = await sql`select staff_user_id, action, subject, detail from audit_entries`.execute(db)
    expect(rows).toEqual([
      {
        staff_user_id: stan.user!.id,
        action: 'batch-search.looked-up',
        subject: 'batch-search',
        detail: { lines: 3, one: 1, several: 1, none: 1 },
      },
    ])
    expect(logs.join('')).not.toMatch(/peggy|canary|smith/i)
  })
})
