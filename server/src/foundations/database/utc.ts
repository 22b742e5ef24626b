import { sql, type Expression, type RawBuilder } from 'kysely'

/** A timestamptz, of a column (`c.created_at`) or an expression, as JSON shows it: ISO 8601 in UTC, in milliseconds. */
export function utc(time: string | Expression<unknown>): RawBuilder<string> {
  const shown = typeof time === 'string' ? sql.ref(time) : time
  return sql<string>`to_char(${shown} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
