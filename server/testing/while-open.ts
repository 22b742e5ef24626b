import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EntityManager } from '../src/foundations/database/orm.ts'

/**
 * Does `first` in a transaction that stays open until `second`, which begins after it, waits for it or has ended; `meanwhile` is done before it
 * ends. Answers what `second` came to, be it an error: with the lock that it waits for it sees what `first` has left.
 */
export async function whileOpen<Second>(
  em: EntityManager,
  first: (em: EntityManager) => Promise<unknown>,
  second: () => Promise<Second>,
  meanwhile?: (em: EntityManager) => Promise<unknown>,
): Promise<{ outcome: Second | Error; hasWaited: boolean }> {
  let other!: Promise<Second | Error>
  const hasWaited = await em.transactional(async (em) => {
    await first(em)
    let hasEnded = false
    other = second()
      .catch((error: Error) => error)
      .finally(() => (hasEnded = true))
    const isAwaited = sql<{ is: boolean }>`
      select exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) as is
    `
    while (!hasEnded && !(await isAwaited.execute(em.getKysely())).rows[0]!.is) await pause(5)
    const hasWaited = !hasEnded
    await meanwhile?.(em)
    return hasWaited
  })
  return { outcome: await other, hasWaited }
}
