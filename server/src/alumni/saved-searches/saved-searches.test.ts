import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { maxSavedSearches, type SavedCount, type SavedSearch } from '@alumni/shared/alumni/saved-searches'
import type { Caller } from '../../../testing/caller.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { countMissingSearches } from './counts.ts'

const { as, nobody, db, people } = await buildTestApp()
const [vera, stan] = [await as('viewer'), await as('staff')]
const url = '/alumni_search/saved'
const list = async (caller: Caller) => (await caller.get(url)).json<{ searches: SavedSearch[] }>().searches
const save = async (caller: Caller, name: string, query: string) => {
  const reply = await caller.post(url, { name, query })
  expect(reply.statusCode).toBe(201)
  return reply.json<SavedSearch>()
}
const change = (caller: Caller, id: number, body: object) =>
  caller.request({ method: 'PATCH', url: `${url}/${id}`, payload: body })
const drop = (caller: Caller, id: number | string) => caller.request({ method: 'DELETE', url: `${url}/${id}` })

test('Vera and Stan each have their own searches, and saving under the same name replaces one', async () => {
  const engineers = await save(vera, ' Engineers ', 'college=EN&sort=-class_year')
  await save(vera, 'artists', 'college=FA')
  await save(stan, 'Engineers', 'college=EN')
  expect((await list(vera)).map(({ name, query }) => [name, query])).toEqual([
    ['artists', 'college=FA'],
    ['Engineers', 'college=EN&sort=-class_year'],
  ])
  expect(await save(vera, 'Engineers', 'college=EN,BU')).toMatchObject({ id: engineers.id, query: 'college=EN,BU' })
  expect((await list(stan)).map(({ query }) => query)).toEqual(['college=EN'])

  expect((await change(vera, engineers.id, { name: 'Builders', query: 'college=EN' })).json()).toMatchObject({
    id: engineers.id,
    name: 'Builders',
  })
  expect((await change(vera, engineers.id, { name: 'artists', query: 'college=EN' })).statusCode).toBe(200)
  expect(await list(vera)).toMatchObject([{ id: engineers.id, name: 'artists' }])

  expect([
    (await change(stan, engineers.id, { name: 'Mine', query: '' })).statusCode,
    (await drop(stan, engineers.id)).statusCode,
  ]).toEqual([404, 404])
  expect((await drop(vera, engineers.id)).statusCode).toBe(204)
  expect((await drop(vera, engineers.id)).statusCode).toBe(404)
  expect([await list(vera), (await list(stan)).length]).toEqual([[], 1])
})

test('searches of champion signups are separate from those of alumni, even under the same name', async () => {
  const champions = '/champion_signups/saved'
  const saved = await stan.post(champions, { name: 'Boston', query: 'city=Boston' })
  expect(saved.statusCode).toBe(201)
  const { id } = saved.json<SavedSearch>()
  const ofAlumni = await save(stan, 'Boston', 'zip=021')
  expect((await stan.get(champions)).json()).toMatchObject({ searches: [{ id, name: 'Boston', query: 'city=Boston' }] })
  expect((await list(stan)).filter(({ name }) => name === 'Boston')).toMatchObject([
    { id: ofAlumni.id, query: 'zip=021' },
  ])
  expect([(await change(stan, id, { name: 'x', query: '' })).statusCode, (await drop(stan, id)).statusCode]).toEqual([
    404, 404,
  ])
  expect((await vera.get(champions)).statusCode).toBe(403)
  await drop(stan, ofAlumni.id)
})

test('Vera shares a search, Stan sees its owner and can open it, and only Vera can change it', async () => {
  const shared = (await vera.post(url, { name: 'Boston', query: 'zip=021', is_shared: true })).json<SavedSearch>()
  expect(shared).toMatchObject({ is_shared: true, by: null })
  const listed = (await list(stan)).find(({ id }) => id === shared.id)
  expect(listed).toMatchObject({ name: 'Boston', query: 'zip=021', by: people.viewer.name })
  expect([
    (await change(stan, shared.id, { name: 'Mine', query: '' })).statusCode,
    (await drop(stan, shared.id)).statusCode,
  ]).toEqual([404, 404])
  expect((await change(vera, shared.id, { name: 'Boston area', query: 'zip=021' })).json()).toMatchObject({
    is_shared: true,
  })
  await change(vera, shared.id, { name: 'Boston area', query: 'zip=021', is_shared: false })
  expect((await list(stan)).find(({ id }) => id === shared.id)).toBeUndefined()
  await drop(vera, shared.id)
})

test('each search is counted, and compared with Monday or the day it was saved', async () => {
  const counts = async () => (await vera.get(`${url}/counts`)).json<{ counts: SavedCount[] }>().counts
  const countOf = async (id: number) => (await counts()).find((count) => count.id === id)
  const add = (buid: string, city: string) =>
    db.insertInto('alumni').values({ buid, first_name: 'Peggy', last_name: 'O’Neil', state: city }).execute()
  const [inMaine, inVain] = [
    await save(vera, 'In Maine', 'state=ME'),
    await save(vera, 'In vain', 'zip=99999&within=5'),
  ]
  const [{ today, monday }] = await db.entities.execute<[{ today: string; monday: string }]>(
    "select (now() at time zone 'America/New_York')::date::text as today, date_trunc('week', now() at time zone 'America/New_York')::date::text as monday",
  )
  expect(await countOf(inMaine.id)).toEqual({ id: inMaine.id, count: 0, change: 0, since: today })
  expect(await countOf(inVain.id)).toEqual({ id: inVain.id, count: null, change: null, since: null })
  await add('B00000031', 'ME')
  await add('B00000032', 'ME')
  expect(await countOf(inMaine.id)).toMatchObject({ count: 2, change: 2, since: today })

  // The search was counted on each day of two weeks; the change is since Monday’s count.
  await db.entities.execute(
    `insert into saved_search_counts select ?, d::date, 100 + (d::date - ?::date) from generate_series(?::date - 7, ?::date, interval '1 day') d
     on conflict (saved_search_id, day) do update set count = excluded.count`,
    [inMaine.id, monday, monday, today],
  )
  expect(await countOf(inMaine.id)).toMatchObject({ count: 2, change: -98, since: monday })

  await change(vera, inMaine.id, { name: 'In Maine', query: 'state=ME,NH' })
  expect(await countOf(inMaine.id)).toMatchObject({ count: 2, change: 0, since: today })
  const page = (await vera.get('/alumni_search?state=ME,NH')).json<{ matching: number }>()
  expect(page.matching).toBe(2)
  for (const { id } of [inMaine, inVain]) await drop(vera, id)
})

test('searches that no one opens are counted once a day too', async () => {
  const forgotten = await save(vera, 'Everyone', 'sort=name')
  const readStoredCounts = () =>
    db.entities.execute<{ count: number }[]>('select count from saved_search_counts where saved_search_id = ?', [
      forgotten.id,
    ])
  await db.entities.execute("update saved_search_counts set day = '2026-01-05' where saved_search_id = ?", [
    forgotten.id,
  ])
  const counting = { list: 'alumni_search', zone: 'UTC', count: async () => 7 } as const
  for (let turn = 0; turn < 2; turn++) await countMissingSearches(db, counting, new AbortController().signal)
  expect(await readStoredCounts()).toEqual([{ count: 7 }])
  await drop(vera, forgotten.id)
})

test('taking over a name of someone else’s search does not delete one’s own', async () => {
  const ownSearches = await save(vera, 'Mine', 'q=a')
  const colleagueSearches = await save(stan, 'Theirs', 'q=b')
  expect((await change(vera, colleagueSearches.id, { name: 'Mine', query: 'q=c' })).statusCode).toBe(404)
  expect((await list(vera)).map(({ id }) => id)).toEqual([ownSearches.id])
})

test.each([
  [{}, ['name', 'query']],
  [{ name: ' ', query: '' }, ['name']],
  [{ name: 'x'.repeat(81), query: '' }, ['name']],
  [{ name: 'x', query: 'x'.repeat(2001) }, ['query']],
  [{ name: 7, query: '' }, ['name']],
])('%j is refused with its fields', async (body, fields) => {
  const reply = await vera.post(url, body)
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([400, fields])
})

test.each([
  ['\0', 400],
  ["'; drop table saved_searches; --", 201],
  ['💥', 201],
])('saving the name %j replies %i', async (name, status) => {
  expect((await vera.post(url, { name, query: '' })).statusCode).toBe(status)
})

test.each(['0', '-1', 'x', '99999999999999999999', '1%00'])('the saved search %s does not exist', async (id) => {
  expect((await drop(vera, id)).statusCode).toBe(404)
})

test('a person may save a hundred searches', async () => {
  const had = (await list(vera)).length
  for (let n = had; n < maxSavedSearches; n++) await save(vera, `Search ${n}`, '')
  expect((await vera.post(url, { name: 'One more', query: '' })).statusCode).toBe(409)
  expect((await vera.post(url, { name: `Search ${had}`, query: 'q=1' })).statusCode).toBe(201)
})

test('someone who is signed out cannot save searches', async () => {
  expect([(await nobody.get(url)).statusCode, (await nobody.post(url, { name: 'x', query: '' })).statusCode]).toEqual([
    401, 401,
  ])
})

test.each([
  ['college=EN&decade=1990', 'college=EN&year_from=1990&year_to=1999'],
  ['decade=2000&sort=name', 'year_from=2000&year_to=2009&sort=name'],
  ['decade=1990&year_from=1995', 'decade=1990&year_from=1995'],
  ['zip=021&within=25', 'near=021&within=25'],
  ['near=Boston&zip=021', 'near=Boston&zip=021'],
])('%s, saved by an earlier release, becomes %s', async (before, after) => {
  const { id } = await save(stan, 'From before', 'college=EN')
  await db.updateTable('saved_searches').set({ query: before }).where('id', '=', id).execute()
  const file = '../../foundations/database/migrations/after/2026-11-28-former-filters.sql'
  for (const statement of readFileSync(new URL(file, import.meta.url), 'utf8')
    .split(';\n')
    .filter((text) => text.trim()))
    await sql.raw(statement).execute(db)
  expect((await list(stan)).find((search) => search.id === id)!.query).toBe(after)
})

test('a search with a removed filter has no count', async () => {
  const { id } = await save(stan, 'From before', 'college=EN')
  await db.updateTable('saved_searches').set({ query: 'near=Boston&zip=021' }).where('id', '=', id).execute()
  const { counts } = (await stan.get(`${url}/counts`)).json<{ counts: SavedCount[] }>()
  expect(counts.find((each) => each.id === id)).toMatchObject({ count: null })
})
