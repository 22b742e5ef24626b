import { p } from '@mikro-orm/core'
import { defineTable } from '../../foundations/database/define-table.ts'
import type { SearchableList } from '@alumni/shared/alumni/saved-searches'

/** `query` is the query string in the list's URL. Shared searches are visible to colleagues. */
export const SavedSearch = defineTable('saved_searches', {
  id: p.bigint('number').primary().autoincrement(),
  staff_user_id: p.bigint('number'),
  list: p.text().$type<SearchableList>().default('alumni_search'),
  name: p.text(),
  query: p.text(),
  is_shared: p.boolean().default(false),
  created_at: p.datetime().defaultRaw('now()'),
})

export const SavedSearchCount = defineTable('saved_search_counts', {
  saved_search_id: p.bigint('number').primary(),
  day: p.date().primary(),
  count: p.integer(),
})
