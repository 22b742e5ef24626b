import type { Config } from '../process/config.ts'

/** The pools beside the one that `DATABASE_POOL` sizes: of a server its search index, of a worker with a queue in PostgreSQL that queue. */
export const searchIndexConnections = 4
export const queueConnections = 3
/** Of a worker: the one that hears of new jobs. */
const outboxConnections = 1

type Program = 'server' | 'worker'

/** How many connections requests, or jobs, share. */
export function poolSize(program: Program, { DATABASE_POOL }: Pick<Config, 'DATABASE_POOL'>): number {
  return DATABASE_POOL ?? (program === 'server' ? 10 : 6)
}

/** How many connections one process has at its peak; while it starts, one of the schema's owner in place of them. */
export function connectionsOf(program: Program, config: Pick<Config, 'DATABASE_POOL' | 'MONGODB_URL'>): number {
  const pool = poolSize(program, config)
  if (program === 'server') return pool + searchIndexConnections
  return pool + outboxConnections + (config.MONGODB_URL ? 0 : queueConnections)
}
