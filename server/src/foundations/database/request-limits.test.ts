import { sql } from 'kysely'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp, internalHost } from '../../../testing/test-app.ts'
import type { App } from '../context.ts'
import { sendCsv } from '../http/csv.ts'
import { readConfig } from '../process/config.ts'
import { getPoolOptions } from './connections.ts'
import { transact, type Db } from './db.ts'

test('the database’s time limits are longer than RACK_TIMEOUT_SERVICE_TIMEOUT, and off in development', () => {
  const shareOf = (env: Record<string, string>) => getPoolOptions('server', readConfig({ NODE_ENV: 'test', ...env }))
  const limits = (ms: number) => ({ statementTimeoutMs: ms, idleInTransactionMs: ms, acquireTimeoutMs: ms })
  expect(shareOf({})).toMatchObject(limits(30_000))
  expect(shareOf({ RACK_TIMEOUT_SERVICE_TIMEOUT: '90' })).toMatchObject(limits(95_000))
  expect(shareOf({ NODE_ENV: 'development' })).toMatchObject(limits(0))
})

const limitsOf = async (db: Db) => {
  const { rows } = await sql<{ limits: string }>`
    select current_setting('statement_timeout') || ' ' || current_setting('idle_in_transaction_session_timeout') as limits`.execute(
    db,
  )
  return rows[0]!.limits
}
const sleep = (db: Db, seconds: number) => sql`select pg_sleep(${seconds}::int)`.execute(db)

function probe(scope: App): void {
  const long = { handlerTimeout: 10 * 60_000 }
  scope.get('/usual', ({ db }) => limitsOf(db))
  scope.get('/usual/transaction', ({ db }) => transact(db, limitsOf))
  scope.get('/usual/sleep/:seconds', async ({ db, params }) => {
    await sleep(db, (params as { seconds: number }).seconds)
    return 'slept'
  })
  scope.get('/long', long, ({ db }) => limitsOf(db))
  scope.get('/long/transaction', long, ({ db }) => transact(db, limitsOf))
  scope.get('/long/sleep/:seconds', long, ({ db, params }) =>
    transact(db, async (db) => {
      await sleep(db, (params as { seconds: number }).seconds)
      return 'slept'
    }),
  )
  scope.get('/long/rows.csv', long, ({ db }, reply) => sendCsv(reply, 'rows.csv', ['limits'], manyRows(db)))
}

/** Sends more than a connection's buffers can take. */
async function* manyRows(db: Db): AsyncGenerator<string[][]> {
  for (let chunk = 0; chunk < 200; chunk++) yield Array.from({ length: 1000 }, () => ['x'.repeat(100)])
  yield [[await limitsOf(db)]]
}

describe('a server', async () => {
  const { app, nobody } = await buildTestApp({ probe, env: { RACK_TIMEOUT_SERVICE_TIMEOUT: '25' } })
  const get = async (url: string) => (await nobody.get(url)).body

  test.each([
    ['/usual', 35_000],
    ['/long', 610_000],
  ])('waits for a statement of %s longer than the database’s own limit', async (url, ms) => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    await get(url)
    expect(timers.mock.calls.map(([, delay]) => delay)).toContain(ms)
  })

  test('allows ten minutes for requests that may take so long, and the next request has the usual limits', async () => {
    for (let again = 0; again < 3; again++) {
      expect(await Promise.all(['/usual', '/usual/transaction'].map(get))).toEqual(['30s 30s', '30s 30s'])
      expect(await Promise.all(['/long', '/long/transaction'].map(get))).toEqual(['605s 605s', '605s 605s'])
    }
  })

  test('reads the last rows of a large file like the first', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const reply = await fetch(`http://127.0.0.1:${port}/long/rows.csv`, {
      headers: { 'x-forwarded-host': internalHost },
    })
    expect((await reply.text()).trim().split('\r\n').at(-1)).toBe('605s 605s')
  })
})

test('a request beyond its limit gets a reply, and its statement ends soon after', async () => {
  const { nobody, db } = await buildTestApp({ probe, env: { RACK_TIMEOUT_SERVICE_TIMEOUT: '1' } })
  const [usual, long] = await Promise.all(['/usual/sleep/600', '/long/sleep/8'].map((url) => nobody.get(url)))
  expect([usual!.statusCode, usual!.headers['retry-after']]).toEqual([503, '10'])
  expect([long!.statusCode, long!.body]).toEqual([200, 'slept'])
  const countSleeping = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`.execute(db)
    return rows[0]!.count
  }
  await expect.poll(countSleeping).toBe(0)
})
