import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { transact, type Db } from '../src/foundations/database/db.ts'

/**
 * Runs `first` in a transaction that stays open while the others start, each after the previous one waits for a lock or
 * ends. Calls `meanwhile` before the transaction ends. Returns the results of the others.
 */
export async function runDuring<Results extends readonly unknown[]>(
  db: Db,
  first: (db: Db) => Promise<unknown>,
  others: { [Index in keyof Results]: () => Promise<Results[Index]> },
  meanwhile?: (db: Db, waiting: number) => Promise<unknown>,
): Promise<Results> {
  // The entity manager follows async calls, so the other requests must start outside of this transaction.
  const outside = AsyncLocalStorage.snapshot()
  const results: Promise<unknown>[] = []
  await transact(db, async (inside) => {
    await first(inside)
    let running = 0
    for (const other of others) {
      running += 1
      const result = outside(other).finally(() => (running -= 1))
      result.catch(() => undefined)
      results.push(result)
      while ((await outside(countWaiting, db)) < running) await pause(5)
    }
    await meanwhile?.(inside, running)
  })
  return Promise.all(results) as unknown as Promise<Results>
}

/** Counts the connections that wait for another one. In a transaction, PostgreSQL would repeat its first result. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows.length
}
