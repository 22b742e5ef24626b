import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Config } from '../process/config.ts'

const marginMs = 5000
const longRequest = new AsyncLocalStorage<number>()

/** Returns how many milliseconds a request may take; 0 means no limit. */
export function requestLimitMs(config: Pick<Config, 'NODE_ENV' | 'RACK_TIMEOUT_SERVICE_TIMEOUT'>): number {
  return config.NODE_ENV === 'development' ? 0 : config.RACK_TIMEOUT_SERVICE_TIMEOUT * 1000
}

/**
 * Returns how long a request that may take `requestMs` may wait for the database: longer, so that the database never ends
 * the request. 0 means no limit.
 */
export function databaseLimitMs(requestMs: number): number {
  return requestMs === 0 ? 0 : requestMs + marginMs
}

/** Calls `work` for a request that may take longer than others: its statements and transactions may, too. */
export function runLongRequest<Result>(requestMs: number, work: () => Result): Result {
  return longRequest.run(databaseLimitMs(requestMs), work)
}

type Query = (...args: unknown[]) => Promise<unknown>

/** Gives long requests their own limits in place of `usualMs`, with which the sessions of the pool start. */
export function extendLongRequests(pool: pg.Pool, usualMs: number): void {
  pool.on('connect', (client: pg.PoolClient & { connectionParameters?: { query_timeout: number } }) => {
    const query = client.query.bind(client) as Query
    const setLimit = (ms: number) =>
      void query(`set statement_timeout = ${ms}; set idle_in_transaction_session_timeout = ${ms}`).catch(
        () => undefined, // the statement that follows fails, too
      )
    let sessionMs = usualMs
    const queryWithLimit: Query = (...args) => {
      const ms = Math.max(usualMs, longRequest.getStore() ?? 0)
      // PostgreSQL ends a statement before: only one that it never answers is given up here.
      client.connectionParameters!.query_timeout = ms + marginMs
      if (ms !== sessionMs) setLimit((sessionMs = ms))
      return query(...args)
    }
    client.query = queryWithLimit as typeof client.query
  })
}
