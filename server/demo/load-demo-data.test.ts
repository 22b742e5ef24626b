import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { DatabaseNotEmpty, loadDemoData } from './load-demo-data.ts'
import { namedPeople } from './named-people.ts'

const database = await createTestDatabase()
const client = new pg.Client({ connectionString: database.owner })
await client.connect()
afterAll(async () => {
  await client.end()
  await database.drop()
})

const load = (options: Partial<Parameters<typeof loadDemoData>[1]> = {}) =>
  loadDemoData(database.owner, { alumni: 400, seed: 7, until: '2026-11-20', replace: true, ...options })
const rows = async <Row = Record<string, unknown>>(query: string) => (await client.query(query)).rows as Row[]
const queryValue = async (query: string) => Object.values((await rows(query))[0]!)[0]
const tables = {
  alumni: 'buid',
  educations: 'id',
  employments: 'id',
  alumni_affinities: 'buid, affinity_code',
  engagements: 'id',
  majors: 'major_code',
}

async function digests(): Promise<unknown> {
  const digests: Record<string, unknown> = {}
  for (const [table, order] of Object.entries(tables))
    digests[table] = await queryValue(
      `select md5(string_agg((to_jsonb(t) - 'created_at' - 'updated_at')::text, '' order by ${order})) from ${table} t`,
    )
  return digests
}

test('the same seed and size yield the same data, and another seed other data', async () => {
  await load()
  const first = await digests()
  await load()
  expect(await digests()).toEqual(first)
  await load({ seed: 8 })
  const other = (await digests()) as Record<string, string>
  expect(Object.entries(first as Record<string, string>).filter(([table, digest]) => other[table] === digest)).toEqual([
    ['majors', expect.any(String)],
  ])
})

test('a larger load starts with the people of a smaller one', async () => {
  await load({ alumni: 100 })
  const people = () =>
    rows('select buid, first_name, last_name, primary_email, city from alumni where id <= 100 order by id')
  const smaller = await people()
  await load({ alumni: 300 })
  expect(await people()).toEqual(smaller)
})

test('the load reports its progress and its counts', async () => {
  const seen = new Set<string>()
  const counts = await load({ engagements: 1234, onProgress: ({ table }) => seen.add(table) })
  expect(counts).toMatchObject({ alumni: 400, engagements: 1234 })
  for (const [table, count] of Object.entries(counts))
    expect(Number(await queryValue(`select count(*) from ${table}`))).toBe(count)
  expect([...seen]).toEqual(Object.keys(counts))
})

test('the named people have their BUIDs', async () => {
  await load({ alumni: namedPeople.length })
  const stored = await rows('select * from alumni order by buid')
  expect(stored).toEqual(namedPeople.map((person) => expect.objectContaining(person)))
  expect(namedPeople[3]).toMatchObject({ buid: 'B00000004', preferred_name: 'Peggy', last_name: "O'Neil" })
})

test('named people have signups: Peggy’s with Google, Siobhán’s not linked yet', async () => {
  await load({ alumni: 20 })
  const signups = await rows(
    'select c.first_name, c.status, a.preferred_name, c.google_linked_at is not null as has_google from champion_signups c left join alumni a using (buid) order by c.id',
  )
  expect(signups).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ first_name: 'Peggy', status: 'linked', preferred_name: 'Peggy', has_google: true }),
      expect.objectContaining({ first_name: 'Siobhán', status: 'completed', preferred_name: null }),
    ]),
  )
  await load({ alumni: 3 })
  expect(await rows('select first_name from champion_signups order by id')).toEqual([
    { first_name: 'José' },
    { first_name: 'Siobhán' },
  ])
})

test('there are a dozen opportunities, named people have answered some of them, and one is full', async () => {
  await load({ alumni: 20 })
  await load({ alumni: 20 })
  expect(await queryValue("select count(*) from opportunities where published_at <= '2026-11-21'")).toBe('12')
  expect(await queryValue('select count(*) from opportunities where published_at is null')).toBe('2')
  const answers = await rows(
    `select first_name, r.status from opportunity_responses r join champion_signups s on s.id = r.signup_id join opportunities o on o.id = r.opportunity_id where o.slug = 'host-students-for-dinner' order by r.asked_at`,
  )
  expect(answers).toEqual([
    { first_name: 'Peggy', status: 'accepted' },
    { first_name: 'José', status: 'responded' },
    { first_name: 'Siobhán', status: 'waiting' },
  ])
})

test('the alumni’s site has a dozen of everything, no event is overbooked, and people wait only for full events', async () => {
  await load({ alumni: 20 })
  for (const table of ['communities', 'news_items', 'events'])
    expect(
      Number(await queryValue(`select count(*) from ${table} where published_at <= '2026-11-21'`)),
    ).toBeGreaterThan(11)
  const events = await rows<{ slug: string; places: number | null; taken: number; waiting: number }>(
    `select slug, places, sum(1 + guests) filter (where status <> 'waiting')::int as taken, count(*) filter (where status = 'waiting')::int as waiting
       from events e join event_rsvps r on r.event_id = e.id group by e.id`,
  )
  expect(events.filter(({ places, taken }) => places !== null && taken > places)).toEqual([])
  const full = events.filter(({ waiting }) => waiting > 0)
  expect(full.map(({ slug }) => slug).toSorted()).toEqual(['dinner-in-dublin', 'workshop-visit-boatbuilder'])
  expect(full.filter(({ places, taken }) => taken !== places)).toEqual([])
  expect(
    await queryValue(
      `select count(*) from event_rsvps r join events e on e.id = r.event_id where r.guests > e.max_guests`,
    ),
  ).toBe('0')
  expect(
    await rows(`select starts_at at time zone time_zone as at from events where slug = 'hanoi-breakfast'`).then(
      ([row]) => String(row!.at),
    ),
  ).toContain('08:00:00')
})

test('a database with people is not changed unless they should be replaced', async () => {
  await load({ alumni: 20 })
  await expect(load({ alumni: 30, replace: false })).rejects.toThrow(DatabaseNotEmpty)
  expect(await queryValue('select count(*) from alumni')).toBe('20')
  await load({ alumni: 30 })
  expect(await queryValue('select max(id) from alumni')).toBe('30')
})

test('indexes and foreign keys are the same as before', async () => {
  const schema = () =>
    rows(
      `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where connamespace = 'public'::regnamespace union all select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
    )
  const before = await schema()
  await load({ alumni: 20 })
  expect(await schema()).toEqual(before)
  await expect(
    load({
      onProgress: ({ table }) => {
        if (table === 'engagements') throw new Error('The disk is full.')
      },
    }),
  ).rejects.toThrow('The disk is full.')
  expect(await queryValue('select count(*) from alumni')).toBe('20')
  expect(await schema()).toEqual(before)
})

test('engagements spread over ten fiscal years, none in the future, most by a few', async () => {
  await load({ alumni: 500 })
  expect(
    await queryValue(
      `select count(distinct extract(year from engagement_date + interval '6 months')) from engagements where buid > 'B00000012'`,
    ),
  ).toBe('10')
  expect(await queryValue(`select max(engagement_date)::text from engagements`)).toBe('2026-11-20')
  expect(Number(await queryValue(`select count(*) from engagements where description is null`))).toBeGreaterThan(0)
  expect(Number(await queryValue(`select count(*) from engagements where description = ''`))).toBeGreaterThan(0)
  expect(
    Number(
      await queryValue(
        `select sum(n) from (select count(*) n from engagements group by buid order by 1 desc limit 50) t`,
      ),
    ),
  ).toBeGreaterThan(1500)
})

test('an invalid size or day is refused', async () => {
  await expect(load({ until: '2026-02-30' })).rejects.toThrow(RangeError)
  for (const alumni of [0, -1, 1.5, 1_000_001, Number.NaN]) await expect(load({ alumni })).rejects.toThrow(RangeError)
})
