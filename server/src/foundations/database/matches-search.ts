import { sql, type RawBuilder } from 'kysely'

/** Returns a condition that each word of `q` occurs in one of `columns`, ignoring case. It is true if `q` is blank. */
export function matchesSearch(q: string | undefined, columns: readonly string[]): RawBuilder<boolean> {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql<boolean>`true`
  const text = sql`lower(concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}))`
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`position(${word} in ${text}) > 0`),
    sql` and `,
  )})`
}
