import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buildTestApp } from '../testing/test-app.ts'
import { findAlumni } from './search/find-alumni.ts'
import { forgetOldChanges, FreshCopy } from './fresh-copy.ts'
import { FreshPeople } from './search/fresh-people.ts'

const { orm, em } = await buildTestApp()
const db = () => em().getKysely()
const matching = async (fresh: FreshPeople, q: string) => (await findAlumni(em(), fresh, { q })).matching

test('two servers see each other’s writes, and each its own', async () => {
  const [one, other] = [new FreshPeople(orm), new FreshPeople(orm)]
  expect([await matching(one, 'Tern'), await matching(other, 'Tern')]).toEqual([0, 0])
  await sql`insert into alumni (buid, last_name) values ('B00000001', 'Tern')`.execute(db())
  expect([await matching(one, 'Tern'), await matching(other, 'Tern')]).toEqual([1, 1])
})

test('fifty searches amid fifty writers: each search finds all that was written before it began', async () => {
  const fresh = new FreshPeople(orm)
  await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const buid = `B001000${String(at).padStart(2, '0')}`
      await sql`insert into alumni (buid, last_name) values (${buid}, 'Wren')`.execute(db())
      expect(await matching(fresh, `Wren ${buid}`)).toBe(1)
    }),
  )
  expect(await matching(fresh, 'Wren')).toBe(50)
})

test('old notes are forgotten, new ones are not; a server that slept through them reads everything anew', async () => {
  const fresh = new FreshPeople(orm)
  expect(await matching(fresh, 'Sleeper')).toBe(0)
  await sql`insert into alumni (buid, last_name) values ('B00000002', 'Sleeper')`.execute(db())
  await sql`update alumni_changes set at = now() - interval '25 hours'`.execute(db())
  await sql`insert into alumni (buid, last_name) values ('B00000003', 'Waker')`.execute(db())
  await forgetOldChanges(em())
  const { rows } = await sql<{ buids: string[] }>`select buids from alumni_changes`.execute(db())
  expect(rows).toEqual([{ buids: ['B00000003'] }])
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 13 * 3600_000)
  expect(await matching(fresh, 'Sleeper')).toBe(1)
  vi.restoreAllMocks()
})

test('a copy follows the tables that it is read from, and no others', async () => {
  const reread: string[][] = []
  const copy = new FreshCopy<null>(orm, {
    tables: ['alumni'],
    readAll: async () => null,
    reread: async (_, __, buids) => void reread.push(buids),
    slots: () => ({ size: 0, dead: 0 }),
  })
  await copy.now()
  await sql`insert into alumni (buid, last_name) values ('B00000004', 'Followed')`.execute(db())
  await copy.now()
  await sql`insert into engagements (buid, activity_code, engagement_date) values ('B00000004', 'gift', '2026-01-01')`.execute(
    db(),
  )
  await copy.now()
  expect(reread).toEqual([['B00000004']])
})

test('a server that stops does not read to the end first', async () => {
  const copy = new FreshCopy<null>(orm, {
    tables: ['alumni'],
    async readAll(_em, signal) {
      for (;;) {
        await pause(1)
        signal.throwIfAborted()
      }
    },
    reread: async () => undefined,
    slots: () => ({ size: 0, dead: 0 }),
  })
  const reading = copy.now()
  await copy.close()
  await expect(reading).rejects.toThrow('abort')
})

test('a reading that fails fails its search, and the next one tries again', async () => {
  const fresh = new FreshPeople(orm)
  const failing = vi.spyOn(orm.em, 'fork').mockImplementationOnce(() => {
    throw new Error('no connection')
  })
  await expect(fresh.now()).rejects.toThrow('no connection')
  failing.mockRestore()
  expect(await matching(fresh, 'Waker')).toBe(1)
})

test('those who change again and again are cleared away in time, and found all the while', async () => {
  const fresh = new FreshPeople(orm)
  await sql`insert into alumni (buid, last_name) select 'B9' || lpad(n::text, 7, '0'), 'Restless' from generate_series(1, 2000) n`.execute(
    db(),
  )
  for (let round = 0; round < 4; round++) {
    expect(await matching(fresh, 'Restless')).toBe(2000)
    await sql`update alumni set city = ${`Town ${round}`} where last_name = 'Restless'`.execute(db())
  }
  expect(await matching(fresh, 'Restless')).toBe(2000)
  await vi.waitFor(async () => expect((await fresh.now()).people.dead).toBeLessThan(5000), { timeout: 5000 })
  expect(await matching(fresh, 'Restless')).toBe(2000)
})
