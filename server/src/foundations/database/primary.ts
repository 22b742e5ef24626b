import pg from 'pg'
import { shareRunning } from '../process/share-running.ts'
import { isLossOfConnection, sqlState } from './connection-loss.ts'

export const checkIntervalMs = 10_000
export const checkTimeoutMs = 5000

class StandbyError extends Error {
  readonly code = '25006'
  constructor() {
    super('PostgreSQL here is a standby, which only reads')
  }
}

/** Pool settings that detect lost connections and reject standbys. A pool also needs `followPrimary`. */
export const primaryOptions = {
  keepAlive: true,
  keepAliveInitialDelayMillis: checkIntervalMs,
  connectionTimeoutMillis: 10_000,
  onConnect: assertPrimary as (client: pg.ClientBase) => void,
}

/** Throws `StandbyError` if the connection leads to a read-only standby. */
export async function assertPrimary(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rowCount } = await client.query(queryWithTimeout('select 1 where pg_is_in_recovery()', checkTimeoutMs))
  if (rowCount) throw new StandbyError()
}

/** After a timeout, the connection is unusable. */
export function queryWithTimeout(text: string, query_timeout: number, options: object = {}): pg.QueryConfig {
  return { text, query_timeout, ...options } as pg.QueryConfig
}

/** When a connection is lost, discards all idle ones too, so that the next query reaches the current primary. */
export function followPrimary(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>()
  const lost = new WeakSet<pg.PoolClient>()
  const markLost = (client: pg.PoolClient, error: unknown) => {
    if (!isLossOfConnection(error)) return
    lost.add(client)
    // A standby still responds, so its connections can be closed normally.
    if (sqlState(error) !== '25006') closeAbruptly(client)
  }
  pool.on('connect', (client) => {
    client.on('error', () => undefined) // the running query reports the error
    client.once('end', () => releaseClient(client))
    client.query = ((...args: Parameters<typeof client.query>) => {
      const answer: unknown = pg.Client.prototype.query.apply(client, args)
      if (args[0] && /^listen /i.test(String(args[0]))) checkPeriodically(client)
      if (answer instanceof Promise) answer.catch((error: unknown) => markLost(client, error))
      return answer
    }) as typeof client.query
  })
  const inUse = new Set<pg.PoolClient>()
  /** Kysely does not release a connection after a failed rollback, so the pool would count it forever. */
  const releaseClient = (client: pg.PoolClient) => {
    if (!inUse.has(client)) return
    lost.add(client)
    client.release(true)
    client.release = () => undefined
  }
  pool.on('acquire', (client) => {
    idle.delete(client)
    inUse.add(client)
  })
  pool.on('remove', (client) => void idle.delete(client))
  pool.on('release', (error, client) => {
    inUse.delete(client)
    if (!lost.has(client) && !isLossOfConnection(error)) return void idle.add(client)
    void client.end().catch(() => undefined)
    // The pool removes a client that emits an error.
    for (const other of idle) other.emit('error', new Error('PostgreSQL was lost'))
    idle.clear()
  })
  pool.on('error', () => undefined)
}

/** Checks a long-lived connection at intervals, and closes it once it is lost or leads to a standby. */
export function checkPeriodically(client: pg.Client): void {
  const check = shareRunning(() => assertPrimary(client).catch(() => closeAbruptly(client)))
  const timer = setInterval(check, checkIntervalMs).unref()
  client.once('end', () => clearInterval(timer))
}

/** Closes a connection without waiting for PostgreSQL, which may no longer respond. */
export function closeAbruptly({ connection }: pg.Client): void {
  connection.stream.destroy()
}
