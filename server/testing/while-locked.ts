import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { transact, type Db } from '../src/foundations/database/db.ts'

/**
 * Several at once: `first` writes in a transaction, and the others begin meanwhile, each when the one before it waits for a lock or is
 * done. The transaction ends when the last one waits or is done. Answers what came of the others.
 */
export async function whileLocked<Results extends readonly unknown[]>(
  db: Db,
  first: (db: Db) => Promise<unknown>,
  ...others: { [Index in keyof Results]: () => Promise<Results[Index]> }
): Promise<Results> {
  const begun: Promise<unknown>[] = []
  // PostgreSQL says the same all through a transaction.
  const outside = db
  await transact(db, async (db) => {
    await first(db)
    let running = 0
    for (const other of others) {
      running += 1
      const result = other().finally(() => (running -= 1))
      result.catch(() => undefined)
      begun.push(result)
      while ((await countWaiting(outside)) < running) await pause(5)
    }
  })
  return Promise.all(begun) as unknown as Promise<Results>
}

/** How many connections to this database wait for another one. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  return rows.length
}
