import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from './database/db.ts'
import { selectRaw } from './database/select-raw.ts'

// Three kinds of days: staff ask by those of the institution (INSTITUTION_TIME_ZONE); statistics, giving and the
// names of files count days in UTC; what is open until a day is open until that day has ended anywhere on earth.

/** Today in UTC, by the clock of this process. */
export function utcToday(): string {
  return dayIn('UTC')
}

/** The institution's today and the Monday of its week. */
export async function institutionDays(db: Db, zone: string): Promise<{ today: string; monday: string }> {
  const row = z.object({ today: z.string(), monday: z.string() })
  const now = sql`now() at time zone ${zone}`
  const [days] = await selectRaw(
    db,
    row,
    sql`select (${now})::date::text as today, date_trunc('week', ${now})::date::text as monday`,
  )
  return days!
}

/** Whether a timestamptz column (`c.created_at`) lies in the institution's days `from` to `to`, both included. */
export function isInDays(column: string, zone: string, from = '-infinity', to = 'infinity') {
  // The cast is needed: a date becomes midnight in the session's zone.
  return sql<boolean>`(${sql.ref(column)} >= ${from}::date::timestamp at time zone ${zone}
    and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${zone})`
}

/** Where a day ends last on earth. */
const lastZone = 'Etc/GMT+12'

/** Whether what is open until a day, a date column that may be null, is open still. */
export function isOpenUntil(column: string) {
  return sql<boolean>`coalesce(${sql.ref(column)} >= (now() at time zone ${sql.lit(lastZone)})::date, true)`
}

/** Whether a day has ended everywhere on earth. */
export function hasEnded(day: string): boolean {
  return day < dayIn(lastZone)
}

function dayIn(zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(new Date())
}
