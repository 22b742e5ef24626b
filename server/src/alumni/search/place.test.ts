import { beforeAll, expect, test } from 'vitest'
import type { SearchPage } from '@alumni/shared/alumni/search'
import type { ListPlace } from '@alumni/shared/page'
import { sql } from 'kysely'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, nobody, db } = await buildTestApp()
const vera = await as('viewer')
const placeOf = async (buid: string, query: Record<string, string>) => {
  const reply = await vera.get(`/alumni_search/place?${new URLSearchParams({ ...query, buid })}`)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json<ListPlace>()
}
const buid = (n: number) => `B000000${String(n).padStart(2, '0')}`

beforeAll(async () => {
  await sql`insert into alumni (buid, first_name, last_name, state)
    select 'B' || lpad(n::text, 8, '0'), 'Vera', 'Walker ' || lpad(n::text, 3, '0'), case when n % 2 = 0 then 'MA' else 'NY' end
    from generate_series(1, 60) n`.execute(db)
})

test('each person of a search has the position of the pages, and the people before and after', async () => {
  const query = { q: 'walker', sort: '-name' }
  const pages = await Promise.all(
    ['1', '2'].map(async (page) =>
      (await vera.get(`/alumni_search?${new URLSearchParams({ ...query, page })}`)).json<SearchPage>(),
    ),
  )
  const all = pages.flatMap(({ alumni }) => alumni.map((person) => person.buid))
  expect(all).toHaveLength(60)
  for (const index of [0, 1, 49, 50, 59])
    expect(await placeOf(all[index]!, query)).toEqual({
      place: index + 1,
      matching: 60,
      previous: all[index - 1] ?? null,
      next: all[index + 1] ?? null,
    })
})

test('a person outside of the filters has no position, and the neighbors are those around the earlier one', async () => {
  expect(await placeOf(buid(2), { state: 'MA' })).toMatchObject({
    place: 1,
    matching: 30,
    previous: null,
    next: buid(4),
  })
  await sql`update alumni set state = 'NY' where buid = ${buid(4)}`.execute(db)
  expect(await placeOf(buid(4), { state: 'MA', place: '2' })).toEqual({
    place: null,
    matching: 29,
    previous: buid(2),
    next: buid(6),
  })
  expect(await placeOf(buid(4), { state: 'MA' })).toEqual({ place: null, matching: 29, previous: null, next: null })
  expect(await placeOf('B99999999', { state: 'MA', place: '30' })).toEqual({
    place: null,
    matching: 29,
    previous: buid(60),
    next: null,
  })
})

test('an invalid request has a message, and strangers get nothing', async () => {
  for (const [query, message] of [
    ['buid=peggy', 'A BUID is a B and eight digits.'],
    ['buid=B00000001&place=0', 'Places count from 1.'],
    ['buid=B00000001&year_from=2010&year_to=2000', 'The last class year is before the first.'],
  ]) {
    const reply = await vera.get(`/alumni_search/place?${query}`)
    expect([reply.statusCode, reply.body]).toEqual([400, expect.stringContaining(message!)])
  }
  expect((await nobody.get('/alumni_search/place?buid=B00000001')).statusCode).toBe(401)
})
