import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runAtEnd } from '../../../testing/run-at-end.ts'
import { buildTestApp } from '../../../testing/test-app.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { openDb } from '../../schema.ts'
import { readConfig } from '../process/config.ts'
import { countConnections, queueConnections, peopleIndexConnections } from './connections.ts'
import { poolOf } from './db.ts'

const sumOf = (env: Record<string, string>) => {
  const config = readConfig(env)
  return [countConnections('server', config), countConnections('worker', config)]
}

test('four servers and four workers fit into PostgreSQL’s default number of connections', () => {
  const [server, worker] = sumOf({}) as [number, number]
  expect(4 * (server + worker)).toBeLessThanOrEqual(100 - 3)
})

test('DATABASE_POOL sets the connections of requests and jobs, and an external queue uses none', () => {
  expect(sumOf({ DATABASE_POOL: '4' })).toEqual([4 + peopleIndexConnections, 4 + queueConnections + 1])
  expect(sumOf({ DATABASE_POOL: '4', MONGODB_URL: 'mongodb://127.0.0.1' })).toEqual([8, 5])
  for (const size of ['2', '101', 'many'])
    expect(() => readConfig({ DATABASE_POOL: size })).toThrow('DATABASE_POOL must')
})

test('a server under load has no more connections than calculated', async () => {
  const { db, app, nobody } = await buildTestApp()
  await app.peopleIndex.catchUp()
  await Promise.all([...Array(60)].map((_, nth) => nobody.post('/password-resets', { email: `ada${nth}@example.edu` })))
  const [row] = await db.entities.execute<{ count: number }[]>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database()',
  )
  expect(row!.count).toBeLessThanOrEqual(5 + peopleIndexConnections)
})

test('a database that is closed while it opens a connection still closes', async () => {
  const { app: url, drop } = await createTestDatabase()
  runAtEnd(drop)
  const db = await openDb(url, { max: 2, statementTimeoutMs: 0 })
  await sql`select 1`.execute(db)
  const held = sql`select pg_sleep(0.1)`.execute(db)
  const opening = sql`select 1`.execute(db)
  const pool = await poolOf(db)
  await expect.poll(() => pool.totalCount, { interval: 1 }).toBe(2)
  await Promise.all([db.destroy(), held, expect(opening).rejects.toThrow('are closing')])
})
