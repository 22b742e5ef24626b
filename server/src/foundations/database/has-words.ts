import { sql, type RawBuilder } from 'kysely'

/**
 * True for rows in which every word of `q` stands somewhere in one of `columns`, in any letter case. Without words, for
 * all.
 */
export function hasWords(q: string | undefined, columns: readonly string[]): RawBuilder<boolean> {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql<boolean>`true`
  const text = sql`lower(concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))}))`
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`position(${word} in ${text}) > 0`),
    sql` and `,
  )})`
}
