import pg from 'pg'
import { oneAtATime } from '../process/one-at-a-time.ts'
import { isLossOfConnection, sqlState } from './connection-loss.ts'

export const proveEveryMs = 10_000
export const proofMs = 5000

/** PostgreSQL answers, but as a copy that only reads: it was demoted, or not promoted yet. */
class IsStandby extends Error {
  readonly code = '25006'
  constructor() {
    super('PostgreSQL here is a standby, which only reads')
  }
}

/**
 * Settings of all connections to the primary: those whose other end has vanished are noticed, and a standby is no
 * primary. Spread it into the settings of a pool, and pass the pool to `followPrimary`.
 */
export const primaryOnly = {
  keepAlive: true,
  keepAliveInitialDelayMillis: proveEveryMs,
  connectionTimeoutMillis: 10_000,
  onConnect: refuseStandby as (client: pg.ClientBase) => void,
}

export async function refuseStandby(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rowCount } = await client.query(timed('select 1 where pg_is_in_recovery()', proofMs))
  if (rowCount) throw new IsStandby()
}

/** A query that fails when it is not answered in time: its connection is then of no use any more. */
export function timed(text: string, query_timeout: number, more: object = {}): pg.QueryConfig {
  return { text, query_timeout, ...more } as pg.QueryConfig
}

/**
 * A connection that says that PostgreSQL was lost, or only reads now, is thrown away, and those that lie idle beside it
 * with it: the next query goes to the primary of today. One that listens proves itself every ten seconds.
 */
export function followPrimary(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>()
  const lost = new WeakSet<pg.PoolClient>()
  const lose = (client: pg.PoolClient, error: unknown) => {
    if (!isLossOfConnection(error)) return
    lost.add(client)
    // A standby answers and can be left in order; of the others nothing more is heard.
    if (sqlState(error) !== '25006') cut(client)
  }
  pool.on('connect', (client) => {
    client.on('error', () => undefined) // its query fails, too
    client.once('end', () => giveBack(client))
    client.query = ((...args: Parameters<typeof client.query>) => {
      const answer: unknown = pg.Client.prototype.query.apply(client, args)
      if (args[0] && /^listen /i.test(String(args[0]))) proveItself(client)
      if (answer instanceof Promise) answer.catch((error: unknown) => lose(client, error))
      return answer
    }) as typeof client.query
  })
  const inUse = new Set<pg.PoolClient>()
  /** Kysely forgets to, when a transaction cannot even be rolled back: each loss would cost the pool a place for good. */
  const giveBack = (client: pg.PoolClient) => {
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
    void client.end().catch(() => undefined) // the pool saves none that has ended
    // The pool drops at once what has an error.
    for (const other of idle) other.emit('error', new Error('PostgreSQL was lost'))
    idle.clear()
  })
  // An idle connection was cut; the pool opens another.
  pool.on('error', () => undefined)
}

/** Cuts a connection that listens when its other end has gone without a word: whoever has it makes another. */
export function proveItself(client: pg.Client): void {
  // A server that is slow is not asked again meanwhile.
  const prove = oneAtATime(() => refuseStandby(client).catch(() => cut(client)))
  const timer = setInterval(prove, proveEveryMs).unref()
  client.once('end', () => clearInterval(timer))
}

function cut({ connection }: pg.Client): void {
  connection.stream.destroy()
}
