import { sql, type RawBuilder } from 'kysely'

/** What has a page of its own on the alumni's site, and the folder of its pages there. */
export const siteFolders = {
  communities: '/communities',
  news_items: '/news',
  events: '/events',
  opportunities: '/opportunities',
} as const
export type ContentTable = keyof typeof siteFolders
export const contentTables = Object.keys(siteFolders) as ContentTable[]

/** As a table of a query, under the name `t`: for its types, what all four have stands for each. */
export const asT = (table: ContentTable) => `${table as 'events'} as t` as const

/** In a query of the table as `t`: that everybody may read it. */
export function isPublic(table: ContentTable): RawBuilder<boolean> {
  const hasBegun = sql<boolean>`t.published_at <= now()`
  return table === 'news_items' ? sql<boolean>`(${hasBegun} and (t.unpublish_at > now()) is not false)` : hasBegun
}
