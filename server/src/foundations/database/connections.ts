import type { Config } from '../process/config.ts'
import type { ConnectionShare } from './orm.ts'

/** The pools beside the one that `DATABASE_POOL` sizes: of a server its search index, of a worker with a queue in PostgreSQL that queue. */
export const peopleIndexConnections = 4
export const queueConnections = 3
/** A worker learns of new jobs on this one. */
const outboxConnections = 1

export type Program = 'server' | 'worker'

/** How many connections requests, or jobs, share, and how each begins. */
export function connectionShare(
  program: Program,
  { DATABASE_POOL, DATABASE_POOLER }: Pick<Config, 'DATABASE_POOL' | 'DATABASE_POOLER'>,
): ConnectionShare {
  const isPooled = DATABASE_POOLER !== undefined
  if (program === 'server') return { max: DATABASE_POOL ?? 10, statementTimeoutMs: 20_000, isPooled }
  return { max: DATABASE_POOL ?? 6, statementTimeoutMs: 0, isPooled }
}

/** How many connections one process has at its peak; while it starts, one of the schema's owner in place of them. */
export function connectionsOf(
  program: Program,
  config: Pick<Config, 'DATABASE_POOL' | 'DATABASE_POOLER' | 'MONGODB_URL'>,
): number {
  const { max: pool } = connectionShare(program, config)
  if (program === 'server') return pool + peopleIndexConnections
  return pool + outboxConnections + (config.MONGODB_URL ? 0 : queueConnections)
}
