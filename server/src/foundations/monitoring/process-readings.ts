import type pg from 'pg'
import { poolOf, type Db } from '../database/db.ts'
import { measureClockAheadMs } from '../jobs/clock.ts'
import type { Monitor } from './monitor.ts'

export function addProcessMetrics(monitor: Monitor, program: 'server' | 'worker', db: Db): void {
  const { readiness } = monitor
  const delay = watchEventLoop()
  let pool: pg.Pool | undefined
  void poolOf(db).then((found) => (pool = found))
  monitor.add(
    // Comes first, because the other readers take connections from the pool.
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
    async () => ({ alumni_clock_difference_seconds: (await measureClockAheadMs(db)) / 1000 }),
  )
}

const [everyMs, sampleCount] = [100, 600]

/** Returns a function that reads the 99th percentile of the last minute's timer delays, in seconds. */
function watchEventLoop(): () => number {
  const delays: number[] = []
  let last = performance.now()
  let next = 0
  setInterval(() => {
    const now = performance.now()
    delays[next] = Math.max(0, now - last - everyMs)
    next = (next + 1) % sampleCount
    last = now
  }, everyMs).unref()
  return () => (delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? 0) / 1000
}
