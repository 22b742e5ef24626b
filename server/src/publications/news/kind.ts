import { sql } from 'kysely'
import { contentChoices, editNewsPage, newsContract } from '@alumni/shared/publications/staff-content'
import type { ContentState } from '@alumni/shared/publications/staff-content'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { contentForm, contentKind, refuseUnknownCommunity } from '../communities/choices.ts'
import { kind, publicationState } from '../engine/kind.ts'
import { renderMarkdown } from '../engine/markdown.ts'
import { selectClock, toInstants } from '../engine/times.ts'

const all = (db: Db) => db.selectFrom('news_items as t').leftJoin('communities as c', 'c.id', 't.community_id')

export const newsKind = kind({
  ...contentKind,
  contract: newsContract,
  table: 'news_items',
  noun: 'news',
  missing: 'There is no such news item. It may have been deleted.',
  folder: '/news',
  home: '/settings/content/news',
  state: sql<ContentState>`case when t.published_at is not null and t.unpublish_at <= now() then 'ended' else ${publicationState(sql`'published'`)} end`,
  isPublic: sql`(t.published_at <= now() and (t.unpublish_at > now()) is not false)`,
  read: (db, config) =>
    all(db)
      .select(['t.author', 't.community_id', 'c.name as community'])
      .select(selectClock('t.unpublish_at', config.INSTITUTION_TIME_ZONE).as('ends')),
  complete: (record) => ({
    ...record,
    html: renderMarkdown(record.body),
    deletion_blocker: record.state === 'draft' ? null : 'Only a draft can be deleted. Unpublish this news item first.',
  }),
  async columnsOf(db, config, { ends, ...columns }) {
    await refuseUnknownCommunity(db, columns.community_id)
    const times = ends === null ? null : await toInstants(db, config.INSTITUTION_TIME_ZONE, { ends })
    return { ...columns, unpublish_at: times?.ends ?? null }
  },
  list: {
    searchedColumns: ['t.title', 't.summary', 't.author', 't.slug', 'c.name'],
    rows: (db) =>
      all(db)
        .select(['c.name as about', sql<null>`null`.as('members'), utc('t.published_at').as('at')])
        .orderBy(sql`t.published_at desc nulls first`)
        .orderBy('t.id', 'desc'),
    page: (rows) => ({ rows }),
  },
  form: { ...contentForm, edit: editNewsPage, new: contentChoices },
})
