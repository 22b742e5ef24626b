import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'

/**
 * Two at once: `first` writes in a transaction that ends as soon as `second`, begun meanwhile, waits for it, or has not waited and is
 * done. Answers what came of `second`.
 */
export async function whileLocked<Result>(
  em: EntityManager,
  first: (em: EntityManager) => Promise<unknown>,
  second: () => Promise<Result>,
): Promise<Result> {
  const { running } = await em.transactional(async (em) => {
    await first(em)
    let isDone = false
    const running = second().finally(() => (isDone = true))
    running.catch(() => undefined)
    while (!isDone && !(await isAwaited(em))) await pause(5)
    return { running }
  })
  return running
}

/** Whether another connection waits for what this one holds. */
async function isAwaited(em: EntityManager): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(em.getKysely())
  return rows.length > 0
}
