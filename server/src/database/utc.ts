import { sql, type RawBuilder } from 'kysely'

/** A timestamptz column (`c.created_at`) as JSON shows it: ISO 8601 in UTC, in milliseconds. */
export function utc(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
