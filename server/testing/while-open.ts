import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { transact, type Db } from '../src/foundations/database/db.ts'

/**
 * Does `first` in a transaction that stays open until `second`, which begins after it, waits for it or has ended; `meanwhile` is done before it
 * ends. Answers what `second` came to, be it an error: with the lock that it waits for it sees what `first` has left.
 */
export async function whileOpen<Second>(
  db: Db,
  first: (db: Db) => Promise<unknown>,
  second: () => Promise<Second>,
  meanwhile?: (db: Db) => Promise<unknown>,
): Promise<{ outcome: Second | Error; hasWaited: boolean }> {
  let other!: Promise<Second | Error>
  const hasWaited = await transact(db, async (db) => {
    await first(db)
    let hasEnded = false
    other = second()
      .catch((error: Error) => error)
      .finally(() => (hasEnded = true))
    const isAwaited = sql<{ is: boolean }>`
      select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as is
    `
    while (!hasEnded && !(await isAwaited.execute(db)).rows[0]!.is) await pause(5)
    const hasWaited = !hasEnded
    await meanwhile?.(db)
    return hasWaited
  })
  return { outcome: await other, hasWaited }
}
