import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { poolOf, type Db } from '../database/db.ts'
import { selectRaw } from '../database/select-raw.ts'
import type { Monitor } from './monitor.ts'

/** Adds readings of each process: its memory, event loop, connections and clock. */
export function readProcess(monitor: Monitor, program: 'server' | 'worker', db: Db): void {
  const { readiness } = monitor
  const delay = watchEventLoop()
  let pool: pg.Pool | undefined
  void poolOf(db).then((found) => (pool = found))
  monitor.add(
    // First, and at once: before other readers ask the database.
    () => ({
      alumni_database_connections: pool && { used: pool.totalCount - pool.idleCount, idle: pool.idleCount },
      alumni_database_waiting: pool?.waitingCount ?? null,
    }),
    () => {
      const { rss, heapUsed } = process.memoryUsage()
      return {
        alumni_ready: { [program]: readiness.status === 'ready' ? 1 : 0 },
        alumni_memory_bytes: { resident: rss, heap_used: heapUsed },
        alumni_event_loop_delay_seconds: delay(),
      }
    },
    async () => ({ alumni_clock_difference_seconds: await clockDifference(db) }),
  )
}

/** Half the way there and back is the moment at which the database looked at its clock. */
async function clockDifference(db: Db): Promise<number> {
  const asked = performance.now()
  const row = z.object({ now: z.number() })
  const [database] = await selectRaw(db, row, sql`select extract(epoch from clock_timestamp())::float8 as now`)
  const halfwayMs = (performance.now() - asked) / 2
  return (Date.now() - halfwayMs) / 1000 - database!.now
}

const [everyMs, looks] = [100, 600]

/** The 99th percentile, in seconds, of how late a timer came in the last minute. */
function watchEventLoop(): () => number {
  const lates: number[] = []
  let last = performance.now()
  let next = 0
  setInterval(() => {
    const now = performance.now()
    lates[next] = Math.max(0, now - last - everyMs)
    next = (next + 1) % looks
    last = now
  }, everyMs).unref()
  return () => (lates.toSorted((a, b) => a - b)[Math.floor(lates.length * 0.99)] ?? 0) / 1000
}
