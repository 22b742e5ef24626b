import { withPeriods } from '@alumni/shared/clock-times'
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

type When = { starts_at: string; ends_at: string; time_zone: string }

/** "Saturday, December 5, 2026, 6:00 – 8:00 p.m. EST", in the zone of the event's place. */
export function formatTime({ starts_at, ends_at, time_zone }: When): string {
  return plain(formatter(time_zone).formatRange(new Date(starts_at), new Date(ends_at)))
}

/** The same without its end, for lists. */
export function formatStart({ starts_at, time_zone }: Pick<When, 'starts_at' | 'time_zone'>): string {
  return plain(formatter(time_zone).format(new Date(starts_at)))
}

/** "November 20, 2026", of something that was written. */
export function formatDay(at: string): string {
  return day.format(new Date(at))
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
// A formatter takes longer to make than all that a page needs else.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  formatters.set(timeZone, made)
  return made
}

/** One form whatever the version of Unicode's data: plain spaces, and a comma before the time. */
function plain(text: string): string {
  return withPeriods(text.replaceAll(/[\u2009\u202f]/g, ' ').replace(' at ', ', '))
}
