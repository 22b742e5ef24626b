import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { shareRunning } from '../process/share-running.ts'
import { checkTimeoutMs, checkIntervalMs, queryWithTimeout } from './primary.ts'
import { withClient } from './with-client.ts'

/** Closes connections with statements that will never be answered, which another one checks every `everyMs`. */
export function closeUnansweredConnections(pool: pg.Pool, everyMs = checkIntervalMs): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = ((...args: Parameters<typeof client.query>) => {
      const answer: unknown = query(...args)
      if (answer instanceof Promise) watchAnswer(pool, client, answer, everyMs)
      return answer
    }) as typeof client.query
  })
}

function watchAnswer(pool: pg.Pool, client: pg.PoolClient, answer: Promise<unknown>, everyMs: number): void {
  let isSettled = false
  // Each check opens a connection, so a slow server gets one at a time.
  const checkStatement = shareRunning(async () => {
    if ((await isStatementActive(pool, client)) !== false) return
    await pause(everyMs / 10) // the response may be under way
    if (!isSettled) client.connection.stream.destroy()
  })
  const timer = setInterval(checkStatement, everyMs).unref()
  const stopWatching = () => {
    isSettled = true
    clearInterval(timer)
  }
  answer.then(stopWatching, stopWatching)
}

/** Returns undefined if PostgreSQL cannot be reached. */
async function isStatementActive(pool: pg.Pool, client: pg.PoolClient): Promise<boolean | undefined> {
  const { processID } = client as { processID?: number } // its types omit it
  // Connects as the same login, which sees its own activity. The pool may be full and does not copy the password.
  const config = { ...pool.options, password: pool.options.password!, options: '' }
  const active = "select from pg_stat_activity where pid = $1 and state = 'active'"
  return withClient(config, async (other) => {
    const { rowCount } = await other.query(queryWithTimeout(active, checkTimeoutMs, { values: [processID] }))
    return rowCount === 1
  }).catch(() => undefined)
}
