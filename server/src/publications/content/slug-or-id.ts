import { sql, type Expression } from 'kysely'

/** In a query: the condition that a row is the one that an address names, by slug or by numeric id. No slug is all digits. */
export function isNamed(row: { id: Expression<number>; slug: Expression<string> }, key: string) {
  return /^\d{1,15}$/.test(key) ? sql<boolean>`${row.id} = ${Number(key)}` : sql<boolean>`${row.slug} = ${key}`
}

/** In a query: that a record is there for everybody. Nothing else makes what is scheduled appear, or news end, than the clock. */
export function isPublished(publishedAt: Expression<string | null>, unpublishAt?: Expression<string | null>) {
  const hasBegun = sql<boolean>`${publishedAt} <= now()`
  return unpublishAt ? sql<boolean>`(${hasBegun} and (${unpublishAt} > now()) is not false)` : hasBegun
}
