import { formatClock } from '@alumni/shared/clock'
import { sql } from 'kysely'
import type { Card } from '@alumni/shared/publications/cards'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import type { Config } from '../../foundations/process/config.ts'
import { findPublished, toPicture, readCards } from '../engine/site.ts'
import { newsKind } from './kind.ts'

export function selectPublishedNews(db: Db) {
  return db
    .selectFrom('news_items as t')
    .leftJoin('communities as c', (join) =>
      join.onRef('c.id', '=', 't.community_id').on(sql<boolean>`c.published_at <= now()`),
    )
    .select(['t.id', 't.slug', 't.title', 't.summary', 't.body', 't.author', 't.picture', 't.photo', 't.photo_alt'])
    .select(['c.slug as community_slug', 'c.name as community_name'])
    .select([utc('t.published_at').as('published_at'), utc('t.updated_at').as('updated_at')])
    .where(newsKind.isPublic!)
}

export type NewsRow = Awaited<ReturnType<ReturnType<typeof selectPublishedNews>['executeTakeFirstOrThrow']>>

/** Returns a published news item by slug or id. Throws a 404, or an error that redirects from a former slug. */
export function findNews(db: Db, key: string): Promise<NewsRow> {
  return findPublished(db, newsKind, selectPublishedNews(db), key)
}

export async function readNews(db: Db, config: Config, { community, page }: { community: string; page: number }) {
  const query = selectPublishedNews(db).$if(community !== '', (news) => news.where('c.slug', '=', community))
  return readCards(page, query.orderBy('t.published_at', 'desc').orderBy('t.id'), (rows) =>
    rows.map((row) => newsCard(row, config)),
  )
}

type NewsFilter = { community?: number; except?: number }

export async function listLatestNews(db: Db, config: Config, limit: number, filter: NewsFilter = {}): Promise<Card[]> {
  return (await listLatestItems(db, limit, filter)).map((row) => newsCard(row, config))
}

/** Returns rows; `listLatestNews` returns cards. */
export function listLatestItems(db: Db, limit: number, { community, except }: NewsFilter = {}): Promise<NewsRow[]> {
  return selectPublishedNews(db)
    .$if(community !== undefined, (news) => news.where('t.community_id', '=', community!))
    .$if(except !== undefined, (news) => news.where('t.id', '!=', except!))
    .orderBy('t.published_at', 'desc')
    .orderBy('t.id')
    .limit(limit)
    .execute()
}

function newsCard(news: NewsRow, { INSTITUTION_TIME_ZONE }: Config): Card {
  return {
    href: `/news/${news.slug}`,
    title: news.title,
    over: [formatClock(news.published_at, undefined, INSTITUTION_TIME_ZONE, 'date'), news.community_name]
      .filter(Boolean)
      .join(' · '),
    text: news.summary,
    picture: toPicture(news),
    date: null,
    tag: null,
    note: null,
  }
}
