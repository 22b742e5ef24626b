import { newsListPage, newsPage, newsParams, newsQuery } from '@alumni/shared/publications/content'
import type { App, Context } from '../../foundations/context.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { communityOptions } from '../communities/communities.ts'
import { htmlOf } from '../engine/markdown.ts'
import { findNews, latestNews, readNews } from '../news/news.ts'
import { pictureOf } from '../engine/pictures.ts'

export function newsRoutes(app: App, { config }: Context): void {
  app.get('/news', { constraints: onExternal, schema: { querystring: newsQuery } }, async ({ db, query }, reply) =>
    reply.portalPage(newsListPage, {
      ...(await readNews(db, config, query)),
      community: null,
      communities: await communityOptions(db),
      filter: { values: { community: query.community }, errors: {} },
    }),
  )

  app.get('/news/:news', { constraints: onExternal, schema: { params: newsParams } }, async ({ db, params }, reply) => {
    const { id, slug, body, community_slug, community_name, ...news } = await findNews(db, params.news)
    return reply.portalPage(newsPage, {
      news: {
        ...news,
        href: `/news/${slug}`,
        html: htmlOf(body),
        picture: pictureOf({ ...news, slug }),
        community: community_slug ? { href: `/communities/${community_slug}`, name: community_name! } : null,
      },
      more: await latestNews(db, config, 3, { except: id }),
    })
  })
}
