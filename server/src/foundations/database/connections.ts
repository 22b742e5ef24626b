import type { Config } from '../process/config.ts'
import type { ConnectionShare } from './orm.ts'
import { databaseLimitMs, requestLimitMs } from './request-limits.ts'

/** The pools beside the one that `DATABASE_POOL` sizes: of a server its search index, of a worker with a queue in PostgreSQL that queue. */
export const peopleIndexConnections = 4
export const queueConnections = 3
/** A worker learns of new jobs on this one. */
const outboxConnections = 1

export type Program = 'server' | 'worker'

/** How many connections requests, or jobs, share, and how each begins. */
export function connectionShare(
  program: Program,
  config: Pick<Config, 'NODE_ENV' | 'RACK_TIMEOUT_SERVICE_TIMEOUT' | 'DATABASE_POOL'>,
): ConnectionShare {
  const max = poolSize(program, config)
  if (program === 'worker') return { max, statementTimeoutMs: 0 }
  const limitMs = databaseLimitMs(requestLimitMs(config))
  return { max, statementTimeoutMs: limitMs, idleInTransactionMs: limitMs, acquireTimeoutMs: limitMs }
}

/** How many connections one process has at its peak; while it starts, one of the schema's owner in place of them. */
export function connectionsOf(program: Program, config: Pick<Config, 'DATABASE_POOL' | 'MONGODB_URL'>): number {
  const pool = poolSize(program, config)
  if (program === 'server') return pool + peopleIndexConnections
  return pool + outboxConnections + (config.MONGODB_URL ? 0 : queueConnections)
}

function poolSize(program: Program, { DATABASE_POOL }: Pick<Config, 'DATABASE_POOL'>): number {
  return DATABASE_POOL ?? (program === 'server' ? 10 : 6)
}
