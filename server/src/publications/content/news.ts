import type { Card } from '@alumni/shared/publications/cards'
import type { Db } from '../../foundations/database/db.ts'
import { countRows, readPage } from '../../foundations/database/read-page.ts'
import { utc } from '../../foundations/database/utc.ts'
import { cardsPerPage } from './event-cards.ts'
import { notHere } from './former-slugs.ts'
import { pictureOf } from './pictures.ts'
import { formatDay } from './say-time.ts'
import { isNamed, isPublished } from './slug-or-id.ts'

/** Published news, the newest first. */
function publishedNews(db: Db) {
  return db
    .selectFrom('news_items as n')
    .leftJoin('communities as c', (join) =>
      join.onRef('c.id', '=', 'n.community_id').on(({ ref }) => isPublished(ref('c.published_at'))),
    )
    .select(['n.id', 'n.slug', 'n.title', 'n.summary', 'n.body', 'n.author', 'n.picture', 'n.photo', 'n.photo_alt'])
    .select(['c.slug as community_slug', 'c.name as community_name'])
    .select([utc('n.published_at').as('published_at'), utc('n.updated_at').as('updated_at')])
    .where(({ ref }) => isPublished(ref('n.published_at'), ref('n.unpublish_at')))
}

export type NewsRow = Awaited<ReturnType<ReturnType<typeof publishedNews>['executeTakeFirstOrThrow']>>

/** The news item of an address, by slug or id. Throws a 404 where there is none, or none any more, or where it is now. */
export async function findNews(db: Db, key: string): Promise<NewsRow> {
  const news = await publishedNews(db)
    .where(({ ref }) => isNamed({ id: ref('n.id'), slug: ref('n.slug') }, key))
    .executeTakeFirst()
  if (!news) throw await notHere(db, 'news_items', key)
  return news
}

export async function readNews(db: Db, { community, page }: { community: string; page: number }) {
  const query = publishedNews(db).$if(community !== '', (news) => news.where('c.slug', '=', community))
  const { rows, ...pages } = await readPage(
    page,
    {
      matching: countRows(query),
      read: ({ limit, offset }) =>
        query.orderBy('n.published_at', 'desc').orderBy('n.id').limit(limit).offset(offset).execute(),
    },
    cardsPerPage,
  )
  return { cards: rows.map(newsCard), ...pages }
}

/** The newest, for pages that lead to them; of one community, or without the one that is being read. */
export async function latestNews(
  db: Db,
  limit: number,
  { community, except }: { community?: number; except?: number } = {},
): Promise<Card[]> {
  return (await latestItems(db, limit, { community, except })).map(newsCard)
}

export function latestItems(
  db: Db,
  limit: number,
  { community, except }: { community?: number | undefined; except?: number | undefined } = {},
): Promise<NewsRow[]> {
  return publishedNews(db)
    .$if(community !== undefined, (news) => news.where('n.community_id', '=', community!))
    .$if(except !== undefined, (news) => news.where('n.id', '!=', except!))
    .orderBy('n.published_at', 'desc')
    .orderBy('n.id')
    .limit(limit)
    .execute()
}

function newsCard(news: NewsRow): Card {
  return {
    href: `/news/${news.slug}`,
    title: news.title,
    over: [formatDay(news.published_at), news.community_name].filter(Boolean).join(' · '),
    text: news.summary,
    picture: pictureOf(news),
    date: null,
    tag: null,
    note: null,
  }
}
