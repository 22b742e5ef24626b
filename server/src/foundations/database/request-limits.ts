import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Config } from '../process/config.ts'

const marginMs = 5000
const longRequest = new AsyncLocalStorage<number>()

/** Returns milliseconds; 0 means no limit. */
export function getRequestLimitMs(config: Pick<Config, 'NODE_ENV' | 'RACK_TIMEOUT_SERVICE_TIMEOUT'>): number {
  return config.NODE_ENV === 'development' ? 0 : config.RACK_TIMEOUT_SERVICE_TIMEOUT * 1000
}

/** Returns a time limit for the database that exceeds the limit for the request; 0 means no limit. */
export function toDatabaseLimitMs(requestMs: number): number {
  return requestMs === 0 ? 0 : requestMs + marginMs
}

/** Extends the database's time limits during `work`, to allow for a request that takes `requestMs`. */
export function runLongRequest<Result>(requestMs: number, work: () => Result): Result {
  return longRequest.run(toDatabaseLimitMs(requestMs), work)
}

type Query = (...args: unknown[]) => Promise<unknown>

/** Applies the limits of `runLongRequest` to a pool's statements; `usualMs` is the limit of other statements. */
export function extendLongRequests(pool: pg.Pool, usualMs: number): void {
  pool.on('connect', (client: pg.PoolClient & { connectionParameters?: { query_timeout: number } }) => {
    const query = client.query.bind(client) as Query
    const setLimit = (ms: number) =>
      void query(`set statement_timeout = ${ms}; set idle_in_transaction_session_timeout = ${ms}`).catch(
        () => undefined, // the next statement reports the error
      )
    let sessionMs = usualMs
    const queryWithLimit: Query = (...args) => {
      const ms = Math.max(usualMs, longRequest.getStore() ?? 0)
      // This timeout applies only if PostgreSQL no longer responds. Otherwise, PostgreSQL cancels the statement first.
      client.connectionParameters!.query_timeout = ms + marginMs
      if (ms !== sessionMs) setLimit((sessionMs = ms))
      return query(...args)
    }
    client.query = queryWithLimit as typeof client.query
  })
}
