import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { buildTestApp } from '../../../../testing/test-app.ts'
import { runOn } from '../../../../testing/test-database.ts'
import { withClient } from '../../../foundations/database/with-client.ts'
import { connect } from './database.ts'
import { Engine } from '../engine.ts'
import { FreshPeople, NotLoadedError } from './fresh-people.ts'
import { statementsOf } from '../../../../testing/statements-of.ts'
import { deleteOldChanges } from '../maintain-people-index.ts'

const { db, database } = await buildTestApp()
const engines: Engine[] = []
const newEngine = async () => {
  const engine = new Engine({ databaseUrl: database.app })
  engines.push(engine)
  await engine.load()
  return engine
}
afterAll(() => Promise.all(engines.map((engine) => engine.close())))
const asOwner = (statement: string) => runOn(database.owner, statement)
const countMatching = async (engine: Engine, q: string) => (await engine.search({ q }, 0, 0)).matching

test('two servers see each other’s writes and their own', async () => {
  const [first, other] = [await newEngine(), await newEngine()]
  expect([await countMatching(first, 'Tern'), await countMatching(other, 'Tern')]).toEqual([0, 0])
  await sql`insert into alumni (buid, last_name) values ('B00000001', 'Tern')`.execute(db)
  expect([await countMatching(first, 'Tern'), await countMatching(other, 'Tern')]).toEqual([1, 1])
})

test('fifty searches among fifty writers find everything that was written before each search', async () => {
  const engine = await newEngine()
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const buid = `B001000${String(index).padStart(2, '0')}`
      await sql`insert into alumni (buid, last_name) values (${buid}, 'Wren')`.execute(db)
      expect(await countMatching(engine, `Wren ${buid}`)).toBe(1)
    }),
  )
  expect(await countMatching(engine, 'Wren')).toBe(50)
})

test('a search during a blocked update waits for the next update, and updates never overlap', async () => {
  const engine = await newEngine()
  await sql`insert into alumni (buid, last_name) values ('B00000009', 'Plover')`.execute(db)
  expect(await countMatching(engine, 'Plover')).toBe(1)
  await withClient(database.owner, async (owner) => {
    await owner.query("insert into educations (buid, kind, degree_code) values ('B00000009', 'degree', 'BS')")
    await owner.query('begin; lock table educations in access exclusive mode')
    const countBlockedReads = async () => {
      const { rows } = await owner.query<{ count: string }>(`select count(*) from pg_locks
        where relation = 'educations'::regclass and not granted`)
      return Number(rows[0]!.count)
    }
    const first = countMatching(engine, 'Plover')
    await expect.poll(countBlockedReads).toBe(1)
    await sql`update alumni set last_name = 'Lapwing' where buid = 'B00000009'`.execute(db)
    const later = [countMatching(engine, 'Lapwing'), countMatching(engine, 'Lapwing')]
    for (let tries = 0; tries < 20; tries++) {
      await owner.query('select pg_sleep(0.02)')
      expect(await countBlockedReads()).toBe(1)
    }
    await owner.query('commit')
    expect(await Promise.all([first, ...later])).toEqual([1, 1, 1])
  })
})

test('searches during an update share the next one', async () => {
  const pool = connect({ databaseUrl: database.app })
  const fresh = new FreshPeople(pool, 'UTC')
  await fresh.load()
  const running = fresh.getCurrent()
  await Promise.resolve()
  expect(fresh.getCurrent()).toBe(fresh.getCurrent())
  await running
  await fresh.close()
  await pool.end()
})

test('old entries of the change log are deleted, and a server that missed them reads everyone again', async () => {
  const engine = await newEngine()
  expect(await countMatching(engine, 'Sleeper')).toBe(0)
  await sql`insert into alumni (buid, last_name) values ('B00000002', 'Sleeper')`.execute(db)
  await sql`update alumni_changes set at = now() - interval '25 hours'`.execute(db)
  await sql`insert into alumni (buid, last_name) values ('B00000003', 'Waker')`.execute(db)
  await deleteOldChanges(db)
  const { rows } = await sql<{ buids: string[] }>`select buids from alumni_changes`.execute(db)
  expect(rows).toEqual([{ buids: ['B00000003'] }])
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 13 * 3600_000)
  await expect(countMatching(engine, 'Sleeper')).rejects.toThrow(NotLoadedError)
  await engine.load()
  expect(await countMatching(engine, 'Sleeper')).toBe(1)
  vi.restoreAllMocks()
})

test('an entry without a person, written when a table is emptied, makes the server read everyone again', async () => {
  const engine = await newEngine()
  expect(await countMatching(engine, 'Latecomer')).toBe(0)
  await asOwner('alter table alumni disable trigger user')
  await sql`insert into alumni (buid, last_name) values ('B00000005', 'Latecomer')`.execute(db)
  await asOwner('alter table alumni enable trigger user')
  expect(await countMatching(engine, 'Latecomer')).toBe(0)
  await sql`insert into alumni_changes default values`.execute(db)
  await expect(countMatching(engine, 'Latecomer')).rejects.toThrow(NotLoadedError)
  await engine.load()
  expect(await countMatching(engine, 'Latecomer')).toBe(1)
})

test('a search before everyone is read fails at once, and concurrent loads read once', async () => {
  const pool = connect({ databaseUrl: database.app })
  const fresh = new FreshPeople(pool, 'UTC')
  const countFullReads = async (work: () => Promise<unknown>) =>
    (await statementsOf(work)).filter((statement) => statement.includes('from alumni where true')).length
  await expect(fresh.getCurrent()).rejects.toThrow(NotLoadedError)
  const loadAndAsk = async () => {
    const loads = [fresh.load(), fresh.load()]
    await expect(fresh.getCurrent()).rejects.toThrow(NotLoadedError)
    await Promise.all([...loads, fresh.load()])
    await fresh.load()
    await fresh.getCurrent()
  }
  expect(await countFullReads(loadAndAsk)).toBe(1)
  for (let entry = 0; entry < 3; entry++) await sql`insert into alumni_changes default values`.execute(db)
  await asOwner('truncate asks')
  await Promise.all([1, 2, 3].map(() => expect(fresh.getCurrent()).rejects.toThrow(NotLoadedError)))
  expect(await countFullReads(loadAndAsk)).toBe(1)
  await fresh.close()
  await pool.end()
})

test('a change log that was created again, such as by a restore, makes the server read everyone again', async () => {
  const engine = await newEngine()
  await asOwner(`alter table alumni disable trigger user; insert into alumni (buid, last_name) values ('B00000006', 'Restored');
    alter table alumni enable trigger user; alter table alumni_changes rename to alumni_changes_before;
    create table alumni_changes (like alumni_changes_before including all);
    grant select, insert, delete on alumni_changes to alumni_app`)
  await expect(countMatching(engine, 'Restored')).rejects.toThrow(NotLoadedError)
  await engine.load()
  expect(await countMatching(engine, 'Restored')).toBe(1)
})

test.each([
  'alumni',
  'educations',
  'employments',
  'alumni_affinities',
  'champion_signups',
  'engagements',
  'asks',
  'list_letter_recipients',
  'event_rsvps',
  'opportunity_responses',
])('when %s is emptied, everyone is read again', async (table) => {
  const engine = await newEngine()
  await engine.catchUp()
  await asOwner(`truncate ${table} cascade`)
  await expect(engine.catchUp()).rejects.toThrow(NotLoadedError)
  await engine.load()
  await engine.catchUp()
})

test('a write to each table is found at once', async () => {
  const engine = await newEngine()
  const buid = 'B00000004'
  await sql`insert into alumni (buid, last_name) values (${buid}, 'Followed')`.execute(db)
  await sql`insert into affinities values ('FOL', 'Followers', 'Athletics')`.execute(db)
  const countFollowed = async (filters: object) => (await engine.search({ q: 'followed', ...filters }, 0, 1)).matching
  const writes = [
    [
      { degree: ['BS'] },
      sql`insert into educations (buid, kind, degree_code) values (${buid}, 'degree', 'BS')`,
      'educations',
    ],
    [
      { employer: 'acme' },
      sql`insert into employments (buid, employer, current) values (${buid}, 'Acme', true)`,
      'employments',
    ],
    [{ affinity: ['FOL'] }, sql`insert into alumni_affinities values (${buid}, 'FOL')`, 'alumni_affinities'],
    [
      { activity: ['gift'] },
      sql`insert into engagements (buid, activity_code, engagement_date) values (${buid}, 'gift', '2026-01-01')`,
      'engagements',
    ],
    [
      { champion: 'yes' },
      sql`insert into champion_signups (email, buid) values ('followed@example.org', ${buid})`,
      'champion_signups',
    ],
  ] as const
  for (const [filters, write, table] of writes) {
    expect([table, await countFollowed(filters)]).toEqual([table, 0])
    await write.execute(db)
    expect([table, await countFollowed(filters)]).toEqual([table, 1])
    await sql`update alumni set city = coalesce(city, '') || '.' where buid = ${buid}`.execute(db)
    expect([table, await countFollowed(filters)]).toEqual([table, 1])
    await sql`delete from ${sql.table(table)} where buid = ${buid}`.execute(db)
    expect([table, await countFollowed(filters)]).toEqual([table, 0])
  }
})

test('a server that stops does not finish reading', async () => {
  const engine = new Engine({ databaseUrl: database.app })
  const reading = engine.load()
  reading.catch(() => undefined)
  await engine.close()
  await expect(reading).rejects.toThrow('abort')
})

test('a failed update is retried by the next search', async () => {
  const engine = new Engine({ databaseUrl: database.app })
  engines.push(engine)
  await asOwner('alter table engagements rename to engagements_elsewhere')
  await expect(engine.load()).rejects.toThrow('engagements')
  await asOwner('alter table engagements_elsewhere rename to engagements')
  await engine.load()
  await engine.catchUp()
})

test('people who change again and again leave no garbage and are always found', async () => {
  const engine = await newEngine()
  await sql`insert into alumni (buid, last_name) select 'B9' || lpad(n::text, 7, '0'), 'Restless' from generate_series(1, 2000) n`.execute(
    db,
  )
  expect(await countMatching(engine, 'Restless')).toBe(2000)
  const { bytes } = await engine.state()
  for (let round = 0; round < 4; round++) {
    await sql`update alumni set city = ${`Town ${round}`}, mobile_phone = ${`617555010${round}`} where last_name = 'Restless'`.execute(
      db,
    )
    expect(await countMatching(engine, `Restless 617555010${round}`)).toBe(2000)
  }
  await sql`delete from alumni where last_name = 'Restless'`.execute(db)
  expect(await countMatching(engine, 'Restless')).toBe(0)
  await sql`insert into alumni (buid, last_name) select 'B8' || lpad(n::text, 7, '0'), 'Restless' from generate_series(1, 2000) n`.execute(
    db,
  )
  expect(await countMatching(engine, 'Restless')).toBe(2000)
  expect((await engine.state()).bytes).toBeLessThan(bytes * 1.5)
})
