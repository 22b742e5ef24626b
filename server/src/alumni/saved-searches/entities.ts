import { defineEntity, p } from '@mikro-orm/core'
import type { SearchableList } from '@alumni/shared/alumni/saved-searches'

/**
 * A search that someone of the staff keeps under a name; `query` is that of the list's URL. Others see it where it is
 * shared.
 */
export const SavedSearch = defineEntity({
  name: 'SavedSearch',
  tableName: 'saved_searches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    staff_user_id: p.bigint('number'),
    list: p.text().$type<SearchableList>().default('alumni_search'),
    name: p.text(),
    query: p.text(),
    is_shared: p.boolean().default(false),
    created_at: p.datetime().defaultRaw('now()'),
  },
})

/** The first count of a search on a day, by the institution's clock. */
export const SavedSearchCount = defineEntity({
  name: 'SavedSearchCount',
  tableName: 'saved_search_counts',
  properties: {
    saved_search_id: p.bigint('number').primary(),
    day: p.date().primary(),
    count: p.integer(),
  },
})

/** A person who follows who enters and leaves a search each week. `told_week`: the Monday of the last letter. */
export const SearchFollow = defineEntity({
  name: 'SearchFollow',
  tableName: 'search_follows',
  properties: {
    saved_search_id: p.bigint('number').primary(),
    staff_user_id: p.bigint('number').primary(),
    by_letter: p.boolean().default(false),
    told_week: p.date().nullable(),
  },
})

/**
 * The people that a followed search found in a week, and their difference from the week that it was compared with: ids
 * of alumni, null where there are too many. `count` is null where the search was not understood, `since` and `before`
 * where there was nothing to compare with.
 */
export const SearchMoves = defineEntity({
  name: 'SearchMoves',
  tableName: 'search_moves',
  properties: {
    saved_search_id: p.bigint('number').primary(),
    week: p.date(),
    taken_at: p.datetime(),
    count: p.integer().nullable(),
    members: p.array<number>().columnType('bigint[]').nullable(),
    since: p.datetime().nullable(),
    before: p.integer().nullable(),
    came_in: p.array<number>().columnType('bigint[]').nullable(),
    went: p.array<number>().columnType('bigint[]').nullable(),
  },
})
