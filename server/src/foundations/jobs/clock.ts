import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { selectRaw } from '../database/select-raw.ts'

/** Further off than this, a worker would take jobs that others are at, or leave those of the dead alone. */
export const maxClockErrorMs = 5000

/** The database's time of day. */
export async function databaseNow(db: Db): Promise<Date> {
  const now = sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
  const [row] = await selectRaw(db, z.object({ ms: z.number() }), now)
  return new Date(row!.ms)
}

/** How many milliseconds the clock of this process is ahead of the database's; negative when it is behind. */
export async function clockAheadMs(db: Db): Promise<number> {
  const startOfSteady = await startOfSteadyClock(db)
  return aheadOf(startOfSteady)
}

/**
 * Compares the clocks and calls `onChange` when the difference crosses the limit. Between two looks the time of day is
 * compared with a clock that no one sets, so that a step is noticed before the next job is taken.
 */
export async function watchClock(
  db: Db,
  everyMs: number,
  onChange: (isRight: boolean, aheadMs: number) => void,
): Promise<{ isRight(): boolean; aheadMs(): number; stop(): void }> {
  let startOfSteady = new Date().getTime() - performance.now()
  let wasRight = true
  const aheadMs = () => aheadOf(startOfSteady)
  const isRight = () => Math.abs(aheadMs()) <= maxClockErrorMs
  const look = async () => {
    // A database that is away says nothing of the clock.
    startOfSteady = await startOfSteadyClock(db).catch(() => startOfSteady)
    if (isRight() === wasRight) return
    wasRight = isRight()
    onChange(wasRight, aheadMs())
  }
  await look()
  const timer = setInterval(() => void look(), everyMs).unref()
  return { isRight, aheadMs, stop: () => clearInterval(timer) }
}

/** Returns the database's time in milliseconds when the steady clock of this process began. */
async function startOfSteadyClock(db: Db): Promise<number> {
  const asked = performance.now()
  const there = await databaseNow(db)
  return there.getTime() - (asked + performance.now()) / 2
}

function aheadOf(startOfSteady: number): number {
  return Math.round(new Date().getTime() - performance.now() - startOfSteady)
}
