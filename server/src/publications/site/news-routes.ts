import { Feed } from 'feed'
import { newsListPage, newsPage, newsParams, newsQuery } from '@alumni/shared/publications/content'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { escapeHtml } from '../../foundations/http/plain-page.ts'
import { listCommunityOptions } from '../communities/communities.ts'
import { renderMarkdown } from '../engine/markdown.ts'
import { toPicture } from '../engine/site.ts'
import { findNews, listLatestItems, listLatestNews, readNews } from '../news/news.ts'

export function newsRoutes(app: App, { config }: Context): void {
  app.get('/news', { constraints: onExternal, schema: { querystring: newsQuery } }, async ({ db, query }, reply) =>
    reply.portalPage(newsListPage, {
      ...(await readNews(db, config, query)),
      community: null,
      communities: await listCommunityOptions(db),
      filter: { values: { community: query.community }, errors: {} },
    }),
  )

  app.get('/news/:news', { constraints: onExternal, schema: { params: newsParams } }, async ({ db, params }, reply) => {
    const { id, slug, body, community_slug, community_name, ...news } = await findNews(db, params.news)
    return reply.portalPage(newsPage, {
      news: {
        ...news,
        href: `/news/${slug}`,
        html: renderMarkdown(body),
        picture: toPicture({ ...news, slug }),
        community: community_slug ? { href: `/communities/${community_slug}`, name: community_name! } : null,
      },
      more: await listLatestNews(db, config, 3, { except: id }),
    })
  })
}

const itemsInFeed = 20
const invalidXmlCharacters = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export function feedRoutes(app: App, { config }: Context): void {
  const { CHAMPIONS_URL: origin, institution } = config
  app.get('/news/feed.atom', { constraints: onExternal }, async ({ db }, reply) => {
    const items = await listLatestItems(db, itemsInFeed)
    const feed = new Feed({
      id: `${origin}/news`,
      title: `${institution.short_name} alumni news`,
      description: `News for the alumni of ${institution.name}`,
      link: `${origin}/news`,
      language: 'en',
      copyright: institution.name,
      generator: false,
      feedLinks: { atom: `${origin}/news/feed.atom` },
      author: { name: institution.name },
      updated: new Date(Math.max(0, ...items.map(({ updated_at }) => Date.parse(updated_at)))),
    })
    for (const { slug, title, summary, body, author, published_at, updated_at } of items)
      feed.addItem({
        id: `${origin}/news/${slug}`,
        link: `${origin}/news/${slug}`,
        // Escapes the title and description, because the library declares them as HTML.
        title: escapeHtml(title),
        description: escapeHtml(summary),
        content: renderMarkdown(body),
        ...(author ? { author: [{ name: author }] } : {}),
        published: new Date(published_at),
        date: new Date(Math.max(Date.parse(published_at), Date.parse(updated_at))),
      })
    return reply
      .type('application/atom+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(feed.atom1().replace(invalidXmlCharacters, ''))
  })
}
