import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { selectRaw } from '../database/select-raw.ts'

/** With a larger clock error, a worker would take jobs that are still running, or fail to take a dead worker's jobs. */
export const maxClockErrorMs = 5000

export async function readDatabaseTime(db: Db): Promise<Date> {
  const now = sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
  const [row] = await selectRaw(db, z.object({ ms: z.number() }))`${now}`
  return new Date(row!.ms)
}

/** Returns by how much the local clock is ahead of the database's, in milliseconds; negative if it is behind. */
export async function measureClockAheadMs(db: Db): Promise<number> {
  return computeAheadMs(await readSteadyClockStart(db))
}

/** Compares the clocks every `everyMs`. In between, a monotonic clock detects changes to the system time. */
export async function watchClock(
  db: Db,
  everyMs: number,
  onChange: (isRight: boolean, aheadMs: number) => void,
): Promise<{ isRight(): boolean; aheadMs(): number; stop(): void }> {
  let steadyClockStart = new Date().getTime() - performance.now()
  let wasRight = true
  const aheadMs = () => computeAheadMs(steadyClockStart)
  const isRight = () => Math.abs(aheadMs()) <= maxClockErrorMs
  const checkClock = async () => {
    // If the database is unreachable, the last comparison remains valid.
    steadyClockStart = await readSteadyClockStart(db).catch(() => steadyClockStart)
    if (isRight() === wasRight) return
    wasRight = isRight()
    onChange(wasRight, aheadMs())
  }
  await checkClock()
  const timer = setInterval(() => void checkClock(), everyMs).unref()
  return { isRight, aheadMs, stop: () => clearInterval(timer) }
}

/** Returns the database's time in milliseconds at the origin of this process's monotonic clock. */
async function readSteadyClockStart(db: Db): Promise<number> {
  const requestedAt = performance.now()
  const databaseTime = await readDatabaseTime(db)
  return databaseTime.getTime() - (requestedAt + performance.now()) / 2
}

function computeAheadMs(steadyClockStart: number): number {
  return Math.round(new Date().getTime() - performance.now() - steadyClockStart)
}
