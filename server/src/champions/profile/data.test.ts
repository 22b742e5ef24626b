import { expect, test } from 'vitest'
import { dataPage } from '@alumni/shared/champions/profile'
import { rememberDevice } from '../sign-in/devices.ts'
import { createSignup } from '../../../testing/champions.ts'
import { propsOf } from '../../../testing/portal-view.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { dataSources } from './data.ts'

const { db, config, asChampion } = await buildTestApp()

/** Every table with a column for the id of a signup, whether it has a foreign key or not. */
const tables = await db.entities.execute<{ table: string; column: string }[]>(`
  select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped and (a.attname = 'signup_id' or exists (
    select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = 'champion_signups'::regclass and a.attnum = any(k.conkey)))
  order by 1, 2`)

test('every table that points at a signup is in what a champion can download', () => {
  expect(tables.length).toBeGreaterThan(5)
  const read = Object.values(dataSources).map(({ table, of = 'signup_id' }) => `${table}.${of}`)
  // A signup that was merged into another one is read along with it.
  const pointing = tables.map(({ table, column }) => `${table}.${column === 'merged_into_id' ? 'id' : column}`)
  expect(read.toSorted()).toEqual(pointing.toSorted())
})

test('of these tables only hashes of secrets are left out', async () => {
  const columns = await db.entities.execute<{ table: string; column: string }[]>(
    "select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and column_name like '%hash'",
  )
  for (const { table, without = [] } of Object.values(dataSources)) {
    const hashes = columns.filter((row) => row.table === table && row.column !== 'ip_hash').map(({ column }) => column)
    expect([table, without.toSorted()]).toEqual([table, hashes.toSorted()])
  }
})

test('of what staff note she reads when it was, and the words when she asks', () => {
  const onRequest = Object.entries(dataSources).filter(([, source]) => source.onRequest)
  expect(onRequest.map(([name, source]) => [name, source.onRequest])).toEqual([['notes', ['body']]])
})

test('María José reads and downloads all that is known of her, merged signups too, and nothing of others', async () => {
  const majo = await createSignup(db, { email: 'majo@example.com', affinity_codes: ['ROW', 'CHO'] as never })
  const earlier = await createSignup(db, {
    email: 'majo.before@example.com',
    merged_into_id: majo.id,
    deleted_at: '2026-11-01',
  })
  const siobhan = await createSignup(db, { email: 'siobhan@example.net', first_name: 'Siobhán', last_name: "O'Neil" })
  const { id: community_id } = await db
    .insertInto('communities')
    .values({
      slug: 'rowers',
      name: 'Rowers of <1990>',
      kind: 'interest',
      summary: 'Rowing',
      published_at: '2026-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const signup of [majo, earlier, siobhan]) {
    await db.insertInto('community_members').values({ community_id, signup_id: signup.id }).execute()
    await rememberDevice(db, config, { signup, name: `Browser of ${signup.email}` })
  }
  const browser = await asChampion(majo)
  const reply = await browser.visit('/profile/data.json')
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="champion-data.json"',
    'cache-control': 'no-store',
  })
  const file = reply.json<Record<string, Record<string, unknown>[]>>()
  expect(file).toMatchObject({ made_by: 'Bayside University', made_at: expect.any(String) })
  expect(file.signups!.map(({ email }) => email)).toEqual(['majo@example.com', 'majo.before@example.com'])
  expect(file.communities).toMatchObject([{ community: 'Rowers of <1990>' }, { community: 'Rowers of <1990>' }])
  expect(file.devices!.map(({ name }) => name).toSorted()).toEqual([
    'Browser of majo.before@example.com',
    'Browser of majo@example.com',
  ])
  expect(file.sessions).toHaveLength(1)
  expect(reply.body).not.toMatch(/siobhan|O'Neil|token_hash/i)

  const page = await browser.visit('/profile/data')
  expect(page.body).not.toMatch(/siobhan|token_hash/i)
  const [signup] = propsOf(page, dataPage).sections
  expect(signup!.records[0]).toEqual(
    expect.arrayContaining([
      { key: 'E-mail address', value: 'majo@example.com' },
      { key: 'Affinities', value: 'ROW, CHO' },
      { key: 'ZIP code', value: '02118' },
    ]),
  )
})

test('times and days are written out, and what only looks like one stays as it was typed', async () => {
  const majo = await createSignup(db, {
    email: 'majo.dates@example.com',
    privacy_policy_version: '2026-11-22',
    consented_at: '2026-11-20T18:05:00Z',
    city: '2026-99-99',
    street: '2026-99-99T10:00:00+00:00',
  })
  const page = await (await asChampion(majo)).visit('/profile/data')
  expect(propsOf(page, dataPage).sections[0]!.records[0]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ value: 'November 22, 2026' }),
      expect.objectContaining({ value: expect.stringMatching(/^November 20, 2026, 6:05\sPM UTC$/) }),
      expect.objectContaining({ value: '2026-99-99' }),
      expect.objectContaining({ value: '2026-99-99T10:00:00+00:00' }),
    ]),
  )
})
