import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { shareRunning } from '../process/share-running.ts'
import { checkTimeoutMs, checkIntervalMs, closeAbruptly, queryWithTimeout } from './primary.ts'
import { withClient } from './with-client.ts'

/** Every `intervalMs`, closes connections that wait for a statement that PostgreSQL no longer runs. */
export function closeUnansweredConnections(pool: pg.Pool, intervalMs = checkIntervalMs): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = ((...args: Parameters<typeof client.query>) => {
      const answer: unknown = query(...args)
      if (answer instanceof Promise) watchAnswer(pool, client, answer, intervalMs)
      return answer
    }) as typeof client.query
  })
}

function watchAnswer(pool: pg.Pool, client: pg.PoolClient, answer: Promise<unknown>, intervalMs: number): void {
  let isSettled = false
  const checkStatement = shareRunning(async () => {
    if ((await isStatementActive(pool, client)) !== false) return
    await pause(intervalMs / 10) // the response may still arrive
    if (!isSettled) closeAbruptly(client)
  })
  const timer = setInterval(checkStatement, intervalMs).unref()
  const stopWatching = () => {
    isSettled = true
    clearInterval(timer)
  }
  answer.then(stopWatching, stopWatching)
}

/** Returns whether PostgreSQL still runs the client's statement, or undefined if PostgreSQL cannot be reached. */
async function isStatementActive(pool: pg.Pool, client: pg.PoolClient): Promise<boolean | undefined> {
  const { processID } = client as { processID?: number }
  // Opens its own connection, because the pool may be full. Spreading `pool.options` would omit the password.
  const config = { ...pool.options, password: pool.options.password!, options: '' }
  const active = "select from pg_stat_activity where pid = $1 and state = 'active'"
  return withClient(config, async (other) => {
    const { rowCount } = await other.query(queryWithTimeout(active, checkTimeoutMs, { values: [processID] }))
    return rowCount === 1
  }).catch(() => undefined)
}
