import { newsFields, type NewsFields, type NewsRecord } from '@alumni/shared/publications/staff-content'
import { HttpError } from '../../foundations/http/errors.ts'
import type { Keeping } from './keep-content.ts'
import { knownCommunity } from './known-community.ts'
import { instantsOf } from './local-time.ts'
import { findNewsRecord } from './staff-news-record.ts'

/** How news are written. */
export const keptNews: Keeping<NewsFields, NewsRecord> = {
  table: 'news_items',
  noun: 'news',
  names: Object.keys(newsFields.shape) as (keyof NewsFields)[],
  lock: (db, id) =>
    db
      .selectFrom('news_items')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new HttpError(404, 'There are no such news. They may have been deleted.')),
  find: findNewsRecord,
  async columnsOf(db, config, { ends, ...columns }) {
    await knownCommunity(db, columns.community_id)
    const times = ends === null ? null : await instantsOf(db, config.INSTITUTION_TIME_ZONE, { ends })
    return { ...columns, unpublish_at: times?.ends ?? null }
  },
  refuseDelete: ({ keeps }) => keeps,
}
