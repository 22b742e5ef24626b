import { defineEntity, p } from '@mikro-orm/core'
import type { SearchableList } from '@alumni/shared/saved-searches'

/** A search that someone of the staff keeps under a name; `query` is that of the list's URL. */
export const SavedSearch = defineEntity({
  name: 'SavedSearch',
  tableName: 'saved_searches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    staff_user_id: p.bigint('number'),
    list: p.text().$type<SearchableList>().default('alumni_search'),
    name: p.text(),
    query: p.text(),
    created_at: p.datetime().defaultRaw('now()'),
  },
})
