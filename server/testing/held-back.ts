import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EntityManager } from '../src/foundations/database/orm.ts'

/**
 * Two at once, in this order: `work` begins while a transaction is open that has done `first`, and comes as far as one of its locks; then that
 * transaction is committed. Where no lock holds it back, `work` has ended by then.
 */
export async function heldBackBy<Result>(
  em: EntityManager,
  first: (em: EntityManager) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const observer = em.fork()
  let ended = false
  const running = await em.fork().transactional(async (holder) => {
    await first(holder)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holder.getKysely())
    const isHeldBack = sql`select from pg_stat_activity where ${rows[0]!.pid} = any(pg_blocking_pids(pid))`
    const running = work().finally(() => (ended = true))
    running.catch(() => undefined) // it is awaited below
    while (!ended && (await isHeldBack.execute(observer.getKysely())).rows.length === 0) await pause(10)
    return [running] as const
  })
  return running[0]
}
