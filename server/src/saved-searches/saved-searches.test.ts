import { expect, test } from 'vitest'
import { maxSavedSearches, type SavedSearch } from '@alumni/shared/saved-searches'
import type { Caller } from '../testing/caller.ts'
import { buildTestApp } from '../testing/test-app.ts'

const { as, nobody } = await buildTestApp()
const [vera, stan] = [await as('viewer'), await as('staff')]
const url = '/alumni_search/saved'
const list = async (who: Caller) => (await who.get(url)).json<{ searches: SavedSearch[] }>().searches
const save = async (who: Caller, name: string, query: string) => {
  const reply = await who.post(url, { name, query })
  expect(reply.statusCode).toBe(201)
  return reply.json<SavedSearch>()
}
const change = (who: Caller, id: number, body: object) =>
  who.request({ method: 'PATCH', url: `${url}/${id}`, payload: body })
const drop = (who: Caller, id: number | string) => who.request({ method: 'DELETE', url: `${url}/${id}` })

test('Vera and Stan each keep their own, by name; the same name replaces', async () => {
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

test('searches of champion signups are kept apart from those of alumni, under the same name too', async () => {
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

test('a name taken by someone else’s search is no reason to lose one of mine', async () => {
  const mine = await save(vera, 'Mine', 'q=a')
  const theirs = await save(stan, 'Theirs', 'q=b')
  expect((await change(vera, theirs.id, { name: 'Mine', query: 'q=c' })).statusCode).toBe(404)
  expect((await list(vera)).map(({ id }) => id)).toEqual([mine.id])
})

test.each([
  [{}, ['name', 'query']],
  [{ name: ' ', query: '' }, ['name']],
  [{ name: 'x'.repeat(81), query: '' }, ['name']],
  [{ name: 'x', query: 'x'.repeat(2001) }, ['query']],
  [{ name: 7, query: '' }, ['name']],
])('%j is refused by field', async (body, fields) => {
  const reply = await vera.post(url, body)
  expect([reply.statusCode, Object.keys(reply.json<{ fields: object }>().fields)]).toEqual([400, fields])
})

test.each([
  ['\0', 400],
  ["'; drop table saved_searches; --", 201],
  ['💥', 201],
])('the name %j is answered with %i', async (name, status) => {
  expect((await vera.post(url, { name, query: '' })).statusCode).toBe(status)
})

test.each(['0', '-1', 'x', '99999999999999999999', '1%00'])('there is no saved search %s', async (id) => {
  expect((await drop(vera, id)).statusCode).toBe(404)
})

test('a hundred are enough', async () => {
  const had = (await list(vera)).length
  for (let n = had; n < maxSavedSearches; n++) await save(vera, `Search ${n}`, '')
  expect((await vera.post(url, { name: 'One more', query: '' })).statusCode).toBe(409)
  expect((await vera.post(url, { name: `Search ${had}`, query: 'q=1' })).statusCode).toBe(201)
})

test('signed out, nobody saves', async () => {
  expect([(await nobody.get(url)).statusCode, (await nobody.post(url, { name: 'x', query: '' })).statusCode]).toEqual([
    401, 401,
  ])
})
