import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { transact, type Db } from '../src/foundations/database/db.ts'

/**
 * Does `first` in a transaction and leaves it open until `second` waits for it, or is done without; `then` is
 * done in it after that. Returns what becomes of `second` once it is committed.
 */
export async function whileOpen<Result>(
  db: Db,
  first: (db: Db) => Promise<unknown>,
  second: () => Promise<Result>,
  then: (db: Db) => Promise<unknown> = async () => {},
): Promise<Result> {
  // The entity manager follows the calls of a transaction: those of another request are not to be among them.
  const outside = AsyncLocalStorage.snapshot()
  let result!: Promise<Result>
  await transact(db, async (inside) => {
    await first(inside)
    let isDone = false
    result = outside(second).finally(() => (isDone = true))
    result.catch(() => undefined) // whoever awaits it is told
    while (!isDone && !(await outside(somebodyWaits, db))) await turn()
    await then(inside)
  })
  return result
}

async function somebodyWaits(db: Db): Promise<boolean> {
  const waiting = await db.entities.execute<object[]>(
    'select pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
  )
  return waiting.length > 0
}
