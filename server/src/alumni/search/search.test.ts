import { transact } from '../../foundations/database/db.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SearchChoices, SearchPage } from '@alumni/shared/alumni/search'
import { namedPeople } from '../../../demo/named-people.ts'
import { recordsOf, type Fields } from '../../exchange/imports/testing/records.ts'
import { rounds } from '../../../testing/soak.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const story = await buildTestApp()
const { app, as, nobody, db } = story
const { add, change, remove } = recordsOf(story)
const vera = await as('viewer')
const url = '/alumni_search'
const search = async (query: Record<string, string> = {}) => {
  const reply = await vera.get(`${url}?${new URLSearchParams(query)}`)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<SearchPage>()
}
const names = async (query: Record<string, string>) => (await search(query)).alumni.map(({ name }) => name)
const buids = async (query: Record<string, string>) => (await search(query)).alumni.map(({ buid }) => buid)

const [jose, joseMiami, siobhan, peggy, minh, , mary, , maria] = namedPeople.map(({ buid }) => buid) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

beforeAll(async () => {
  for (const person of namedPeople) await add('alumni', person as unknown as Fields)
  await sql`insert into colleges values ('EN', 'Engineering'), ('AS', 'Arts and Sciences')`.execute(db)
  await sql`insert into affinities values ('ROW', 'Rowing', 'Athletics')`.execute(db)
  await sql`insert into alumni_affinities values (${peggy}, 'ROW')`.execute(db)
  await add('educations', {
    buid: peggy,
    kind: 'degree',
    degree_code: 'BS',
    degree_date: '1998-05-17',
    major_code: 'CS',
    major_desc: 'Computer Science',
    college_code: 'EN',
    college_name: 'Engineering',
  })
  await add('educations', {
    buid: peggy,
    kind: 'degree',
    degree_code: 'MA',
    degree_date: '2004-05-17',
    major_code: 'ENG',
    major_desc: 'English',
    college_code: 'AS',
    college_name: 'Arts and Sciences',
  })
  await add('educations', {
    buid: peggy,
    kind: 'area_of_study',
    area_type: 'Minor',
    major_code: 'MUS',
    major_desc: 'Music',
    college_code: 'AS',
    degree_code: 'BS',
    degree_date: '1998-05-17',
  })
  await add('employments', { buid: peggy, employer: 'Mass General Hospital', job_title: 'Surgeon', current: true })
  await add('employments', { buid: peggy, employer: 'Acme Rockets', job_title: 'Intern', current: false })
  await sql`insert into engagements (buid, activity_code, engagement_date) values (${peggy}, 'gift', '2025-03-01'), (${peggy}, 'mentor', '2026-07-01'), (${jose}, 'gift', '2026-07-02')`.execute(
    db,
  )
  await sql`insert into champion_signups (email, buid, status) values ('peggy.oneil@example.org', ${peggy}, 'linked')`.execute(
    db,
  )
})

describe('the search box', () => {
  test.each([
    ['álvarez', [jose, joseMiami]],
    ['alvarez', [jose, joseMiami]],
    ['ALVAREZ jose', [jose, joseMiami]],
    ['alv', [jose, joseMiami]],
    ['José Álvarez', [jose, joseMiami]],
    ["o'neil", [peggy, siobhan]],
    ['oneil', [peggy, siobhan]],
    ['O’Neil', [peggy, siobhan]],
    ['O Neil', [peggy, siobhan]],
    ['neil', [peggy, siobhan]],
    ['Nguyen', [minh]],
    ['Nguyễn', [minh]],
    ['NGUYỄN minh', [minh]],
    ['thi', [minh]],
    ['garcia', [maria]],
    ['Márquez', [maria]],
    ['garciamarquez', [maria]],
    ['majo garcía', [maria]],
    ['smith-jones', [mary]],
    ['smithjones', [mary]],
    ['jones smith', [mary]],
    ['jones', [mary, peggy]],
    ['peggy', [peggy]],
    ['margaret jones', [peggy]],
    ['siobhan', [siobhan]],
    ['siobhán', [siobhan]],
    [peggy, [peggy]],
    [peggy.toLowerCase(), [peggy]],
    [peggy.slice(1), [peggy]],
    [namedPeople[3]!.contact_id!, [peggy]],
    [namedPeople[3]!.contact_id!.slice(2), [peggy]],
    ['0035e00000Peggy', [peggy]],
    ['0035e00000PeggyAAA', [peggy]],
    ['peggy.oneil@example.org', [peggy]],
    ['PEGGY.ONEIL@', [peggy]],
    ['moneil@hospital', [peggy]],
    ['peggy+family@example.net', [peggy]],
    ['(617) 555-0104', [peggy]],
    ['617-555-0104', [peggy]],
    ['+1 617 555 0104', [peggy]],
    ['5550140', [peggy]],
    ['6175550104', [peggy]],
    ['Peggy 617.555', [peggy]],
    ['peggy jose', []],
    ['@', []],
    ['%', []],
    ['_', []],
    ["'", []],
    ['\\', []],
    ['"; drop table alumni; --', []],
    ['\0', []],
    ['peggy@\0', []],
    ['\ud800@', []],
  ])('%j finds its people', async (q, expected) => {
    expect(new Set(await buids({ q }))).toEqual(new Set(expected))
  })

  test.each([
    ['Alvarz', 'alvarz', ['alvarez'], [jose, joseMiami]],
    ['Alvraez', 'alvraez', ['alvarez'], [jose, joseMiami]],
    ['jsoe alvarez', 'jsoe', ['jose'], [jose, joseMiami]],
    ['Nguyan', 'nguyan', ['nguyen'], [minh]],
    ['Magraret', 'magraret', ['margaret'], [peggy]],
    ['Siobahn', 'siobahn', ['siobhan'], [siobhan]],
    ['Pegy', 'pegy', ['peggy'], [peggy]],
  ])('%s is misspelled, so the closest name is searched and named', async (q, misspelling, respelling, expected) => {
    const page = await search({ q })
    expect(new Set(page.alumni.map(({ buid }) => buid))).toEqual(new Set(expected))
    expect(page.corrections).toEqual([{ typed: misspelling, as: respelling }])
  })

  test('two existing words that match no one together are both corrected', async () => {
    await add('alumni', { buid: 'B00000901', first_name: 'Jon', last_name: 'Marten' })
    await add('alumni', { buid: 'B00000902', first_name: 'John', last_name: 'Q' })
    expect(await buids({ q: 'john marten' })).toEqual(['B00000901'])
    expect((await search({ q: 'john marten' })).corrections).toEqual([{ typed: 'john', as: ['jon'] }])
    expect(await search({ q: 'mar ten' })).toMatchObject({ matching: 1, corrections: [] })
  })

  test('a word without similar names finds no one, and the result says so', async () => {
    expect(await search({ q: 'xqzzv' })).toMatchObject({
      alumni: [],
      matching: 0,
      pages: 1,
      corrections: [{ typed: 'xqzzv', as: [] }],
    })
  })

  test('exact matches come before prefixes, then people are sorted by name', async () => {
    await add('alumni', { buid: 'B00000911', first_name: 'Zed', last_name: 'Will' })
    await add('alumni', { buid: 'B00000912', first_name: 'Ann', last_name: 'Willis' })
    await add('alumni', { buid: 'B00000913', first_name: 'Will', last_name: 'Zorn' })
    expect(await buids({ q: 'will' })).toEqual(['B00000911', 'B00000913', 'B00000912'])
    expect(await buids({ q: 'will', sort: 'name' })).toEqual(['B00000911', 'B00000912', 'B00000913'])
  })

  test('current names in full and in typed order come first, and equal matches are sorted by name', async () => {
    const people: [string, Fields][] = [
      ['formerly so', { first_name: 'Ada', last_name: 'Abt', former_last_name: 'Quist' }],
      ['in the middle', { first_name: 'Bo', middle_name: 'Quist', last_name: 'Abt' }],
      ['so today', { first_name: 'Zoe', last_name: 'Quist' }],
      ['as a first name', { first_name: 'Quist', last_name: 'Zorn' }],
      ['preferred', { first_name: 'Zed', preferred_name: 'Quist', last_name: 'Young' }],
      ['as one of two', { first_name: 'Ann', last_name: 'Quist-Berg' }],
      ['longer', { first_name: 'Ann', last_name: 'Quistorp' }],
      ['longer, formerly', { first_name: 'Ann', last_name: 'Aalto', former_last_name: 'Quistorp' }],
    ]
    for (const [index, [, fields]] of people.entries()) await add('alumni', { buid: `B0000093${index}`, ...fields })
    const namesFound = async (q: string) => (await buids({ q })).map((buid) => people[Number(buid.slice(-1))]![0])
    expect(await namesFound('quist')).toEqual([
      'so today',
      'preferred',
      'as a first name',
      'as one of two',
      'longer',
      'formerly so',
      'in the middle',
      'longer, formerly',
    ])
    expect((await namesFound('Ann Quist')).slice(0, 2)).toEqual(['as one of two', 'longer'])
    await add('alumni', { buid: 'B00000941', first_name: 'Brook', last_name: 'Tarn' })
    await add('alumni', { buid: 'B00000942', first_name: 'Tarn', last_name: 'Brook' })
    await add('alumni', { buid: 'B00000943', first_name: 'Brook', middle_name: 'Tarn', last_name: 'Abt' })
    expect(await buids({ q: 'brook tarn' })).toEqual(['B00000941', 'B00000942', 'B00000943'])
    expect(await buids({ q: 'tarn brook' })).toEqual(['B00000942', 'B00000941', 'B00000943'])
    expect(await buids({ q: 'Tarn, Brook' })).toEqual(['B00000941', 'B00000942', 'B00000943'])
    for (let index = 0; index < 8; index++) await remove('alumni', { buid: `B0000093${index}` })
    for (let index = 1; index < 4; index++) await remove('alumni', { buid: `B0000094${index}` })
  })

  test('titles, list numbers and zero-width characters are not searched as names', async () => {
    await add('alumni', { buid: 'B00000961', first_name: 'Hon', last_name: 'Marlow' })
    await add('alumni', { buid: 'B00000962', first_name: 'Drew', last_name: 'Marlow' })
    await add('alumni', { buid: 'B00000963', first_name: 'Anna', last_name: 'Marlow' })
    const found: [string, string[]][] = [
      ['Dr. Marlow', ['B00000963', 'B00000962', 'B00000961']],
      ['Hon Marlow', ['B00000961', 'B00000963', 'B00000962']],
      ['1. Drew Marlow, M.D.', ['B00000962']],
      ['Dr. Drew Marlow III', ['B00000962']],
      ['Drew Mar\u200blow\u202c', ['B00000962']],
      ['Marlow, Drew', ['B00000962']],
      ['Drew Marlow <nobody@example.org>', []],
    ]
    for (const [q, expected] of found) expect([q, await buids({ q })]).toEqual([q, expected])
    await remove('alumni', { last_name: 'Marlow' })
  })

  test('a name without spaces is split into family and given name, and a number is found with and without its country code', async () => {
    await add('alumni', { buid: 'B00000971', first_name: '小明', last_name: '王', mobile_phone: '+31 6 12345678' })
    await add('alumni', { buid: 'B00000972', first_name: '철수', last_name: '김', home_phone: '06-23456789' })
    for (const q of ['王小明', '王小', '小明', '王 小明', '0031 6 1234 5678', '06 1234 5678', '+31612345678'])
      expect([q, await buids({ q })]).toEqual([q, ['B00000971']])
    for (const q of ['김철수', '+31 (0)6 2345 6789', '0623456789'])
      expect([q, await buids({ q })]).toEqual([q, ['B00000972']])
    await remove('alumni', { buid: 'B00000971' })
    await remove('alumni', { buid: 'B00000972' })
  })
})

describe('filters', () => {
  test.each<[Record<string, string>, string[]]>([
    [{ college: 'EN' }, [peggy]],
    [{ college: 'EN,XX' }, [peggy]],
    [{ college: 'XX' }, []],
    [{ degree: 'MA' }, [peggy]],
    [{ major: 'MUS' }, [peggy]],
    // English belongs to the MA of 2004 in Arts and Sciences, not to the other degree.
    [{ major: 'ENG', degree: 'MA', college: 'AS', year_from: '2004', year_to: '2004' }, [peggy]],
    [{ major: 'ENG', degree: 'BS' }, []],
    [{ college: 'EN', year_from: '2000' }, []],
    [{ college: 'EN', year_to: '2000' }, [peggy]],
    [{ year_from: '1999', year_to: '2003' }, []],
    [{ affinity: 'ROW' }, [peggy]],
    [{ affinity: 'XX,ROW' }, [peggy]],
    [{ state: 'FL' }, [joseMiami]],
    [{ state: 'HN,CMX' }, [minh, maria]],
    [{ country: 'VN' }, [minh]],
    [{ near: '021' }, [jose, peggy]],
    [{ near: '02116' }, [peggy]],
    [{ near: '02139', within: '5' }, [jose, peggy]],
    [{ near: '02139', within: '1' }, []],
    [{ near: '33101', within: '20' }, [joseMiami]],
    [{ employer: 'mass general' }, [peggy]],
    [{ employer: 'hosp' }, [peggy]],
    [{ employer: 'acme' }, []],
    [{ employer: 'general electric' }, []],
    [{ employer: '...' }, []],
    [{ activity: 'gift' }, [jose, peggy]],
    [{ activity: 'gift', engaged_from: '2026-01-01' }, [jose]],
    [{ activity: 'gift,mentor', engaged_from: '2026-07-01', engaged_to: '2026-07-01' }, [peggy]],
    [{ engaged_from: '2026-07-02' }, [jose]],
    [{ engaged_to: '2025-03-01' }, [peggy]],
    [{ engaged_from: '2025-03-02', engaged_to: '2026-06-30' }, []],
    [{ champion: 'yes' }, [peggy]],
    [{ champion: 'yes', q: 'jose' }, []],
    [{ deceased: 'yes' }, [namedPeople[9]!.buid]],
    [{ do_not_contact: 'yes', deceased: 'no' }, [namedPeople[11]!.buid]],
  ])('%j', async (query, expected) => {
    expect(new Set(await buids(query))).toEqual(new Set(expected))
  })

  test('an event is found by words of its name, and a complete name finds only that event', async () => {
    const index = (buid: string, event: string) =>
      sql`insert into engagements (buid, activity_code, engagement_date, description) values (${buid}, 'gala', '2020-01-01', ${event})`.execute(
        db,
      )
    await index(peggy, 'Homecoming 2026')
    await index(jose, 'Homecoming 2026: brunch')
    await index(minh, 'Fête de l’été')
    const found = async (event: string) => new Set(await buids({ event, activity: 'gala' }))
    for (const event of ['Homecoming', 'homecoming 20', '2026 home'])
      expect([event, await found(event)]).toEqual([event, new Set([peggy, jose])])
    expect(await found('Homecoming 2026')).toEqual(new Set([peggy]))
    expect(await found('fete')).toEqual(new Set([minh]))
    for (const event of ['coming', 'Homecoming 2027', '...'])
      expect([event, await found(event)]).toEqual([event, new Set()])
    expect(await buids({ event: 'Homecoming', activity: 'mentor' })).toEqual([])
    await sql`delete from engagements where activity_code = 'gala'`.execute(db)
  })

  test('a row has everything that a list shows', async () => {
    expect((await search({ q: peggy })).alumni).toEqual([
      {
        id: expect.any(Number),
        buid: peggy,
        contact_id: namedPeople[3]!.contact_id,
        name: 'Dr. Margaret "Peggy" Ann (Jones) O\'Neil Jr.',
        surname_first: 'O\'Neil Jr., Margaret "Peggy" Ann (Jones), Dr.',
        last_name: "O'Neil",
        recent_degree: {
          major_desc: 'English',
          college_name: 'Arts and Sciences',
          degree_code: 'MA',
          degree_date: '2004-05-17',
        },
        class_years: [1998, 2004],
        primary_email: 'peggy.oneil@example.org',
        mobile_phone: '(617) 555-0104',
        city: 'Boston',
        state: 'MA',
        country: 'US',
        employer: 'Mass General Hospital',
        job_title: 'Surgeon',
        last_engaged: '2026-07-01',
        engagements: 2,
        is_champion: true,
        deceased: false,
        do_not_contact: false,
        do_not_email: false,
        found_by: [{ field: 'buid', value: peggy }],
      },
    ])
  })

  test.each([
    [{ college: 'EN' }, 'BS', 'Computer Science'],
    [{ major: 'MUS' }, 'BS', 'Music'],
    [{ year_to: '1999' }, 'BS', 'Computer Science'],
    [{ year_from: '2004', year_to: '2004' }, 'MA', 'English'],
    [{ affinity: 'ROW' }, 'MA', 'English'],
  ])('Peggy, found by %j, is shown with the matching degree', async (query, degree_code, major_desc) => {
    expect((await search(query)).alumni.find(({ buid }) => buid === peggy)?.recent_degree).toMatchObject({
      degree_code,
      major_desc,
    })
  })

  test('the filter choices are the catalog and the values in use', async () => {
    const choices = (await vera.get(`${url}/choices`)).json<SearchChoices>()
    expect(choices).toMatchObject({
      colleges: [{ code: 'AS', name: 'Arts and Sciences' }, { code: 'EN' }],
      degrees: ['BS', 'MA'],
      affinities: [{ code: 'ROW', category: 'Athletics' }],
    })
    expect(choices.countries[0]).toEqual({ code: 'US', name: 'United States' })
    expect(choices.states.slice(0, 4).map(({ name, country }) => `${name} ${country}`)).toEqual([
      'California US',
      'Florida US',
      'Massachusetts US',
      'New York US',
    ])
    expect(choices.states).toContainEqual({ code: 'CMX', name: expect.stringContaining('México'), country: 'MX' })
  })
})

describe('sorting and pages', () => {
  test.each(['class_year', 'last_engaged', 'place'])(
    'sorting by %s puts missing values last in both directions',
    async (sort) => {
      const [up, down] = [await search({ sort }), await search({ sort: `-${sort}` })]
      const keyOf = (row: SearchPage['alumni'][number]) =>
        sort === 'class_year'
          ? (row.class_years.at(-1) ?? null)
          : sort === 'last_engaged'
            ? row.last_engaged
            : (row.city ?? row.country)
      const keys = [up, down].map(({ alumni }) => alumni.map(keyOf)) as [string[], string[]]
      const givenName = keys[0].filter((key) => key !== null)
      expect(keys[0].slice(givenName.length).every((key) => key === null)).toBe(true)
      expect(keys[1]).toEqual([...givenName.toReversed(), ...keys[0].slice(givenName.length)])
      expect(givenName.length).toBeGreaterThan(0)
    },
  )

  test('sorting by name ignores letter case and accents, in both directions', async () => {
    const up = await names({})
    expect(up.slice(0, 3)).toEqual(['X Æ', ...up.slice(1, 3)])
    expect(await names({ sort: '-name' })).toEqual(up.toReversed())
  })

  test('a page after the last one shows the last one, and no results are an empty first page', async () => {
    expect(await search({ page: '1000000' })).toEqual({ ...(await search()), page: 1, pages: 1 })
    expect(await search({ q: 'nowhere to be found', page: '7' })).toMatchObject({ alumni: [], page: 1, matching: 0 })
  })
})

describe('recent writes', () => {
  const found = async (q: string) => (await search({ q })).matching

  test('new, renamed and deleted people', async () => {
    expect(await found('Quintessa')).toBe(0)
    await add('alumni', { buid: 'B00000921', first_name: 'Quintessa', last_name: 'Vole' })
    expect(await found('Quintessa')).toBe(1)
    await change('alumni', { buid: 'B00000921' }, { first_name: 'Walburga' })
    expect([await found('Quintessa'), await found('Walburga')]).toEqual([0, 1])
    expect((await search({ q: 'Quintessa' })).corrections).toEqual([{ typed: 'quintessa', as: [] }])
    await remove('alumni', { buid: 'B00000921' })
    expect(await found('Walburga')).toBe(0)
  })

  test('degrees, jobs, affinities, engagements and signups that are added and deleted', async () => {
    await add('alumni', { buid: 'B00000922', last_name: 'Newcomer' })
    const cases = [
      [
        { degree: 'PHD' },
        sql`insert into educations (buid, kind, degree_code, degree_date) values ('B00000922', 'degree', 'PHD', '2020-01-01')`,
        sql`delete from educations where buid = 'B00000922'`,
      ],
      [
        { employer: 'zymurgy' },
        sql`insert into employments (buid, employer, current) values ('B00000922', 'Zymurgy Ltd', true)`,
        sql`update employments set current = false where buid = 'B00000922'`,
      ],
      [
        { affinity: 'ROW', q: 'newcomer' },
        sql`insert into alumni_affinities values ('B00000922', 'ROW')`,
        sql`delete from alumni_affinities where buid = 'B00000922'`,
      ],
      [
        { activity: 'skydive' },
        sql`insert into engagements (buid, activity_code, engagement_date) values ('B00000922', 'skydive', '2026-01-01')`,
        sql`delete from engagements where buid = 'B00000922'`,
      ],
      [
        { champion: 'yes', q: 'newcomer' },
        sql`insert into champion_signups (email, buid) values ('new@example.org', 'B00000922')`,
        sql`update champion_signups set deleted_at = now() where buid = 'B00000922'`,
      ],
    ] as const
    for (const [query, come, go] of cases) {
      expect(await buids(query)).toEqual([])
      await come.execute(db)
      expect(await buids(query)).toEqual(['B00000922'])
      await go.execute(db)
      expect(await buids(query)).toEqual([])
    }
  })

  test('a transaction that was open during a search, and one that was rolled back', async () => {
    await transact(db, async (db) => {
      await sql`insert into alumni (buid, last_name) values ('B00000923', 'Latecomer')`.execute(db)
      expect(await found('Latecomer')).toBe(0)
      await add('alumni', { buid: 'B00000924', last_name: 'Overtaker' })
      expect(await found('Overtaker')).toBe(1)
    })
    expect(await found('Latecomer')).toBe(1)
    await transact(db, async (db) => {
      await sql`insert into alumni (buid, last_name) values ('B00000925', 'Nevercomer')`.execute(db)
      throw new Error('taken back')
    }).catch(() => undefined)
    expect(await found('Nevercomer')).toBe(0)
  })

  test('many people at once, and everyone again', async () => {
    const pages = rounds(20, 100)
    await sql`insert into alumni (buid, last_name) select 'B7' || lpad(n::text, 7, '0'), 'Manifold' from generate_series(1, ${50 * pages}::int) n`.execute(
      db,
    )
    const last = await search({ q: 'manifold', page: String(pages) })
    expect(last).toMatchObject({ matching: 50 * pages, page: pages, pages, alumni: { length: 50 } })
    expect(await search({ q: 'manifold', page: String(pages + 1) })).toEqual(last)
    await sql`insert into alumni_changes default values`.execute(db)
    await app.peopleIndex.catchUp()
    expect(await found('manifold')).toBe(50 * pages)
    await sql`delete from alumni where last_name = 'Manifold'`.execute(db)
    expect(await found('manifold')).toBe(0)
  })
})

describe('invalid searches', () => {
  test.each([
    [{ sort: 'salary' }, 'sort'],
    [{ page: '0' }, 'page'],
    [{ page: '1.5' }, 'page'],
    [{ page: 'x' }, 'page'],
    [{ page: '1e9' }, 'page'],
    [{ q: 'x'.repeat(10_000) }, 'q'],
    [{ college: 'x,'.repeat(300) }, 'college'],
    [{ year_from: 'soon' }, 'year_from'],
    [{ year_to: '99999' }, 'year_to'],
    [{ zip: '021' }, 'zip'],
    [{ decade: '1990' }, 'decade'],
    [{ near: '99999', within: '5' }, 'near'],
    [{ near: '021', within: '5' }, 'near'],
    [{ within: '5' }, 'near'],
    [{ within: '-1', near: '02116' }, 'within'],
    [{ within: '501', near: '02116' }, 'within'],
    [{ employer: 'x'.repeat(201) }, 'employer'],
    [{ engaged_from: '2026-02-30' }, 'engaged_from'],
    [{ engaged_to: 'today' }, 'engaged_to'],
    [{ year_from: '2010', year_to: '1990' }, 'year_to'],
    [{ engaged_from: '2026-07-02', engaged_to: '2026-07-01' }, 'engaged_to'],
    [{ champion: 'maybe' }, 'champion'],
    [{ deceased: '1' }, 'deceased'],
    [{ do_not_contact: 'true' }, 'do_not_contact'],
  ] as [Record<string, string>, string][])('%j is refused with the name of the field', async (query, field) => {
    const reply = await vera.get(`${url}?${new URLSearchParams(query)}`)
    expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([400, [field]])
  })

  test.each([
    'q',
    'college',
    'major',
    'degree',
    'affinity',
    'state',
    'country',
    'employer',
    'activity',
    'near',
    'year_from',
    'engaged_from',
    'champion',
    'page',
    'sort',
  ])('no value of %s causes a server error', async (field) => {
    for (const value of [
      '\0',
      '%',
      '_%',
      "'",
      '"',
      '\ud800',
      '💥',
      '(((',
      '[',
      '\\',
      '-1',
      'NaN',
      '1e400',
      'null',
      '../..',
      'a'.repeat(199),
      '\u202e',
      '0'.repeat(40),
    ]) {
      for (const name of [field, `${field}[]`])
        expect((await vera.get(`${url}?${name}=${encodeURIComponent(value.toWellFormed())}`)).statusCode).toBeLessThan(
          500,
        )
    }
    expect((await vera.get(`${url}?${field}=%ED%A0%80&${field}=2`)).statusCode).toBeLessThan(500)
    expect((await vera.get(`${url}?${field}=%00`)).statusCode).toBeLessThan(500)
  })

  test('no one who is signed out may search, and every role may', async () => {
    for (const path of [url, `${url}/choices`, `${url}/saved`, `${url}.csv`])
      expect([path, (await nobody.get(path)).statusCode]).toEqual([path, 401])
    for (const role of ['viewer', 'staff', 'admin'] as const)
      expect((await (await as(role)).get(url)).statusCode).toBe(200)
  })
})
