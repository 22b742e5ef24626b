import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from './database/db.ts'
import { selectRaw } from './database/select-raw.ts'

// Filters for staff use days in INSTITUTION_TIME_ZONE; statistics, giving and file names use UTC days. A deadline
// passes when its day has ended in every time zone.

export function utcToday(): string {
  return dayIn('UTC')
}

export async function institutionDays(db: Db, zone: string): Promise<{ today: string; monday: string }> {
  const row = z.object({ today: z.string(), monday: z.string() })
  const now = sql`now() at time zone ${zone}`
  const [days] = await selectRaw(
    db,
    row,
  )`select (${now})::date::text as today, date_trunc('week', ${now})::date::text as monday`
  return days!
}

/** Returns a condition that a timestamptz column lies within the institution's days `from` through `to`. */
export function isInDays(column: string, zone: string, from = '-infinity', to = 'infinity') {
  // The cast to timestamp is needed, because a date alone becomes midnight in the session's zone.
  return sql<boolean>`(${sql.ref(column)} >= ${from}::date::timestamp at time zone ${zone}
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${zone})`
}

const lastZone = 'Etc/GMT+12'

/** Builds a condition: the deadline in `column` is null, or has not passed yet in every time zone. */
export function isOpenUntil(column: string) {
  return sql<boolean>`coalesce(${sql.ref(column)} >= (now() at time zone ${sql.lit(lastZone)})::date, true)`
}

export function hasEndedEverywhere(day: string): boolean {
  return day < dayIn(lastZone)
}

function dayIn(zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(new Date())
}
