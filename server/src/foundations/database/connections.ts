import type { Config } from '../process/config.ts'
import type { PoolOptions } from './orm.ts'
import { toDatabaseLimitMs, getRequestLimitMs } from './request-limits.ts'

/** Connections outside the pool: a server's for the people index, and a worker's for its queue and outbox. */
export const peopleIndexConnections = 4
export const queueConnections = 3
const outboxConnections = 1

export type Program = 'server' | 'worker'

export function getPoolOptions(
  program: Program,
  config: Pick<Config, 'NODE_ENV' | 'RACK_TIMEOUT_SERVICE_TIMEOUT' | 'DATABASE_POOL'>,
): PoolOptions {
  const max = poolSize(program, config)
  if (program === 'worker') return { max, statementTimeoutMs: 0 }
  const limitMs = toDatabaseLimitMs(getRequestLimitMs(config))
  return { max, statementTimeoutMs: limitMs, idleInTransactionMs: limitMs, acquireTimeoutMs: limitMs }
}

/** Returns how many PostgreSQL connections one process of `program` may open. */
export function countConnections(program: Program, config: Pick<Config, 'DATABASE_POOL' | 'MONGODB_URL'>): number {
  const pool = poolSize(program, config)
  if (program === 'server') return pool + peopleIndexConnections
  return pool + outboxConnections + (config.MONGODB_URL ? 0 : queueConnections)
}

function poolSize(program: Program, { DATABASE_POOL }: Pick<Config, 'DATABASE_POOL'>): number {
  return DATABASE_POOL ?? (program === 'server' ? 10 : 6)
}
