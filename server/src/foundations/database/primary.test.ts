import { once } from 'node:events'
import pg from 'pg'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { FaultyLink } from '../../../testing/faulty-link.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { runOn } from '../../../testing/test-database.ts'
import { openDb } from '../../schema.ts'
import { toProblem } from '../http/errors.ts'
import { Outages } from './outages.ts'
import { startRelay } from '../jobs/relay.ts'
import { openQueueStore } from '../jobs/run-jobs.ts'
import { poolOf, transact } from './db.ts'
import { UnusableDatabase } from './unusable-database.ts'
import { migrateWhenReachable } from './prepare-database.ts'
import { followPrimary, primaryOptions } from './primary.ts'

const { db: direct, database, config } = await buildTestApp()
const link = await FaultyLink.open(Number(new URL(database.app).port))
afterAll(() => link.close())
afterEach(() => {
  vi.useRealTimers()
  link.end()
})
const openShortLived = async () => {
  const db = await openDb(link.redirect(database.app), { max: 3, statementTimeoutMs: 20_000 })
  onTestFinished(() => db.destroy())
  return db
}
const write = (db: typeof direct) =>
  db.insertInto('job_outbox').values({ name: 'forget-letters', data: '{}' }).execute()
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'it worked',
    (error) => toProblem(error).body.error,
  )
const busy = 'The service is busy or restarting. Try again in a moment.'

/** Advances the clock by `seconds` and waits for the effects. */
async function advance(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise(setImmediate)
  }
}
const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

test('the first write that a demoted primary refuses closes all connections to it', async () => {
  const db = await openShortLived()
  const pool = await poolOf(db)
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
  for (const client of clients) await client.query('set default_transaction_read_only = on')
  clients.forEach((client) => client.release())
  expect(await refusal(write(db))).toBe(busy)
  expect(await Promise.all([1, 2, 3].map(() => refusal(write(db))))).toEqual(Array(3).fill('it worked'))
})

test('a standby gets no writes, and everything continues once it is the primary', async () => {
  const { app, owner } = { app: link.redirect(database.app), owner: link.redirect(database.owner) }
  const name = new URL(database.owner).pathname.slice(1)
  await runOn(
    database.owner,
    `create schema demoted; grant usage on schema demoted to public;
     create function demoted.pg_is_in_recovery() returns boolean return true;
     alter database ${name} set search_path = demoted, pg_catalog, public`,
  )
  const db = await openShortLived()
  expect(await refusal(write(db))).toBe(busy)
  const opening = (timeoutMs: number, onWait: (message: string) => void) =>
    migrateWhenReachable({ app, owner }, { migrate: async () => [], timeoutMs, onWait })
  const refused = opening(0, () => undefined)
  await expect(refused).rejects.toThrow(UnusableDatabase)
  await expect(refused).rejects.toThrow('is a standby that only reads.')
  const promote = () => runOn(database.owner, `alter database ${name} reset search_path`)
  onTestFinished(promote)
  expect(await opening(60_000, () => void promote())).toEqual([])
  expect(await refusal(write(db))).toBe('it worked')
})

test('a statement without a limit may take any time, and ends if its connection is half open', async () => {
  const db = await openDb(link.redirect(database.app), { max: 1, statementTimeoutMs: 0 })
  onTestFinished(() => db.destroy())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const slow = sql<{ done: boolean }>`select true as done from pg_sleep(0.5)`.execute(db)
  await expect.poll(() => link.connections).toBe(1)
  await advance(12)
  expect((await slow).rows).toEqual([{ done: true }])
  link.startFault({ kind: 'half-open' })
  link.end()
  const pendingRefusal = refusal(write(db))
  await advance(12)
  expect(await pendingRefusal).toBe(busy)
  expect(await refusal(write(db))).toBe('it worked')
})

test('an unanswered query closes its connection, and a cut one is a 503 after which the next one works', async () => {
  const db = await openShortLived()
  await write(db)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  link.startFault({ kind: 'blackhole' })
  const pendingRefusal = refusal(write(db))
  await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(26_000)
  expect(await pendingRefusal).toBe(busy)
  vi.useRealTimers()
  link.end()
  expect(await refusal(write(db))).toBe('it worked')
  const running = refusal(sql`select pg_sleep(15)`.execute(db))
  setTimeout(() => link.startFault({ kind: 'reset' }), 50)
  expect(await running).toBe(busy)
  expect(await refusal(write(db))).toBe(busy)
  link.end()
  expect(await refusal(write(db))).toBe('it worked')
})

test('a connection lost in a transaction frees its place in the pool, any number of times', async () => {
  const db = await openShortLived()
  for (let loss = 0; loss < 4; loss++) {
    const running = [1, 2, 3].map(() => refusal(transact(db, (db) => sql`select pg_sleep(15)`.execute(db))))
    await expect.poll(() => link.connections).toBe(3)
    link.startFault({ kind: 'reset' })
    expect(await Promise.all(running)).toEqual([busy, busy, busy])
    link.end()
    expect(await refusal(transact(db, write))).toBe('it worked')
  }
})

test('a connection that PostgreSQL closes in a transaction closes the idle ones too', async () => {
  const db = await openShortLived()
  const pool = await poolOf(db)
  pool.options.idleTimeoutMillis = 0 // no connection ends for being idle
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
  clients.forEach((client) => client.release())
  const ending = transact(db, async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await runOn(database.postgres, `select pg_terminate_backend(${rows[0]!.pid})`)
    await write(db)
  })
  expect(await refusal(ending)).toBe(busy)
  await expect.poll(() => link.connections).toBe(0)
  expect(await refusal(write(db))).toBe('it worked')
})

test.each(['half-open', 'blackhole'] as const)('a listening connection notices a %s link', async (kind) => {
  vi.useFakeTimers({ toFake: [...timers] })
  const pool = new pg.Pool({ connectionString: link.redirect(database.app), ...primaryOptions })
  followPrimary(pool)
  const client = await pool.connect()
  await client.query('LISTEN "news"')
  for (let proof = 0; proof < 6; proof++) {
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await client.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
  }
  const lost = once(client, 'error')
  link.startFault({ kind })
  await advance(16)
  expect((await lost)[0]).toMatchObject({ message: 'Connection terminated unexpectedly' })
  client.release(true)
  await pool.end()
})

test('the relay listens again after it lost its connection silently', async () => {
  const queue = await openQueueStore(config, direct, database)
  onTestFinished(() => queue.close())
  const listeners = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'alumni outbox'`.execute(direct)
    return rows.map(({ pid }) => pid)
  }
  vi.useFakeTimers({ toFake: [...timers] })
  const announce = async () => undefined
  const relay = startRelay(
    direct,
    link.redirect(database.app),
    queue,
    announce,
    new Outages({ onFailure: () => undefined, onRecovery: () => undefined }),
  )
  onTestFinished(() => relay.stop())
  await expect.poll(listeners).toHaveLength(1)
  const [before] = await listeners()
  link.startFault({ kind: 'half-open' })
  await expect.poll(listeners).toEqual([])
  await expect.poll(() => advance(1).then(listeners)).toHaveLength(1)
  expect(await listeners()).not.toContain(before)
})
