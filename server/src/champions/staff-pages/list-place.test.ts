import { beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { ListPlace } from '@alumni/shared/page'
import type { SignupsPage } from '@alumni/shared/champions/staff-list'
import { buildTestApp } from '../../../testing/test-app.ts'

const { as, db } = await buildTestApp()
const stan = await as('staff')
const url = '/champion_signups/place'
const idsOf = async (query: string) =>
  (await stan.get(`/champion_signups?${query}`)).json<SignupsPage>().signups.map(({ id }) => String(id))
const placeOf = async (id: string, query: string) => (await stan.get(`${url}?id=${id}&${query}`)).json<ListPlace>()

beforeAll(async () => {
  await sql`insert into champion_signups (email, first_name, last_name, status, created_at)
    select 'crowd-' || n || '@example.org', 'Sam', 'Crowd ' || n % 3, case when n % 2 = 0 then 'completed' else 'started' end, now() - n * interval '1 minute'
    from generate_series(1, 9) n`.execute(db)
})

test.each(['', 'sort=-name', 'status=completed&sort=name'])(
  'each signup of the list “%s” has its position',
  async (query) => {
    const ids = await idsOf(query)
    expect(ids.length).toBeGreaterThan(3)
    for (const [index, id] of ids.entries())
      expect(await placeOf(id, query)).toEqual({
        place: index + 1,
        matching: ids.length,
        previous: ids[index - 1] ?? null,
        next: ids[index + 1] ?? null,
      })
  },
)

test('a deleted signup has no position, and its neighbors are those around the earlier one', async () => {
  const [first, second, third] = await idsOf('sort=name')
  await sql`update champion_signups set deleted_at = now() where id = ${second!}::bigint`.execute(db)
  expect(await placeOf(second!, 'sort=name&place=2')).toEqual({
    place: null,
    matching: 8,
    previous: first,
    next: third,
  })
})

test('viewers have no list of champions, and an id must be a number', async () => {
  expect((await (await as('viewer')).get(`${url}?id=1`)).statusCode).toBe(403)
  expect((await stan.get(`${url}?id=peggy`)).statusCode).toBe(400)
})
