import { sql, type RawBuilder } from 'kysely'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'

/** Converts local times in a zone to instants. Throws a 422 for a time that does not exist. */
export async function toInstants<Name extends string>(
  db: Db,
  zone: string,
  clocks: Record<Name, string>,
): Promise<Record<Name, string>> {
  const found = {} as Record<Name, string>
  for (const [name, clock] of Object.entries(clocks) as [Name, string][]) {
    // Refuses years such as 9999, which can become 10000 in another zone.
    if (clock >= '3000') throw invalid(name, 'Check the year.')
    const instant = sql<string>`(${clock}::text::timestamp at time zone ${zone}::text)`
    const time = await db
      .selectNoFrom([
        instant.as('at'),
        sql<boolean>`${instant} at time zone ${zone}::text = ${clock}::text::timestamp`.as('exists'),
      ])
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        // PostgreSQL's error codes for invalid dates, such as February 30, and for unknown zones.
        if (['22007', '22008', '22023'].includes(sqlState(error) ?? '')) return null
        throw error
      })
    if (!time) throw invalid(name, 'This day, or its time zone, does not exist.')
    if (!time.exists) throw invalid(name, 'The clocks skip this time on that day.')
    found[name] = time.at
  }
  return found
}

/** Selects a timestamptz column as a local time, such as `2026-12-01T18:30`. */
export function selectClock<Clock = string | null>(column: string, zone: string | RawBuilder<string>) {
  return sql<Clock>`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI')`
}

export function invalid(field: string, message: string): HttpError {
  return new HttpError(422, message, { fields: { [field]: message } })
}
