import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { oneAtATime } from '../process/one-at-a-time.ts'
import { proofMs, proveEveryMs, timed } from './primary.ts'
import { withClient } from './with-client.ts'

/**
 * A statement without a limit waits for its answer as long as that takes, but not for one that cannot come: another
 * connection asks every ten seconds whether PostgreSQL works on it, and where it does not, the first one is cut.
 */
export function cutWithoutAnswer(pool: pg.Pool, everyMs = proveEveryMs): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = ((...args: Parameters<typeof client.query>) => {
      const answer: unknown = query(...args)
      if (answer instanceof Promise) watch(pool, client, answer, everyMs)
      return answer
    }) as typeof client.query
  })
}

function watch(pool: pg.Pool, client: pg.PoolClient, answer: Promise<unknown>, everyMs: number): void {
  let isOver = false
  // A server that is slow is not asked again meanwhile: each look is a connection.
  const look = oneAtATime(async () => {
    if ((await isWorkedOn(pool, client)) !== false) return
    await pause(everyMs / 10) // it may be on its way
    if (!isOver) client.connection.stream.destroy()
  })
  const timer = setInterval(look, everyMs).unref()
  const end = () => {
    isOver = true
    clearInterval(timer)
  }
  answer.then(end, end)
}

/** Undefined: PostgreSQL cannot be asked now. */
async function isWorkedOn(pool: pg.Pool, client: pg.PoolClient): Promise<boolean | undefined> {
  const { processID } = client as { processID?: number } // its types omit it
  // As the login itself, which sees what it does elsewhere; the pool may have no place left, and copies no password.
  const config = { ...pool.options, password: pool.options.password!, options: '' }
  const active = "select from pg_stat_activity where pid = $1 and state = 'active'"
  return withClient(config, async (other) => {
    const { rowCount } = await other.query(timed(active, proofMs, { values: [processID] }))
    return rowCount === 1
  }).catch(() => undefined)
}
