import { sql, type Expression, type RawBuilder } from 'kysely'

/** Formats a timestamptz column (`c.created_at`) or expression for JSON: ISO 8601 in UTC with milliseconds. */
export function utc(time: string | Expression<unknown>): RawBuilder<string> {
  const expression = typeof time === 'string' ? sql.ref(time) : time
  return sql<string>`to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
