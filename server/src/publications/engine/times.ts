import { sql, type RawBuilder } from 'kysely'
import { sqlState } from '../../foundations/database/connection-loss.ts'
import type { Db } from '../../foundations/database/db.ts'
import { HttpError } from '../../foundations/http/errors.ts'

/**
 * The instants of days and times as the clocks of a zone show them, by field. Throws a 422 beside the field for one
 * that does not exist.
 */
export async function instantsOf<Name extends string>(
  db: Db,
  zone: string,
  clocks: Record<Name, string>,
): Promise<Record<Name, string>> {
  const found = {} as Record<Name, string>
  for (const [name, clock] of Object.entries(clocks) as [Name, string][]) {
    // In other zones, the last hours of 9999 are in a year of five digits.
    if (clock >= '3000') throw invalid(name, 'Check the year.')
    const instant = sql<string>`(${clock}::text::timestamp at time zone ${zone}::text)`
    const time = await db
      .selectNoFrom([
        instant.as('at'),
        sql<boolean>`${instant} at time zone ${zone}::text = ${clock}::text::timestamp`.as('exists'),
      ])
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        // Such as the 30th of February, or a zone that the database does not know.
        if (['22007', '22008', '22023'].includes(sqlState(error) ?? '')) return null
        throw error
      })
    if (!time) throw invalid(name, 'This day, or its time zone, does not exist.')
    if (!time.exists) throw invalid(name, 'The clocks skip this time on that day.')
    found[name] = time.at
  }
  return found
}

/** In a query: a timestamptz column as the clocks of a zone show it, in the form of a field. */
export function clockOf<Clock = string | null>(column: string, zone: string | RawBuilder<string>) {
  return sql<Clock>`to_char(${sql.ref(column)} at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI')`
}

export function invalid(field: string, sentence: string): HttpError {
  return new HttpError(422, sentence, { fields: { [field]: sentence } })
}

/** "November 20, 2026", of something that was written. */
export function formatDay(at: string, zone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: zone }).format(new Date(at))
}
