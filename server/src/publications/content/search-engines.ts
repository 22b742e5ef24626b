import { SitemapStream, streamToPromise, type SitemapItemLoose } from 'sitemap'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { asT, isPublic, siteFolders } from './content-tables.ts'

/** A page that everybody may find: its path, and when it last changed. */
export type PublicPage = { path: string; changed_at?: string }
/** The public pages of a feature, the newest first. */
export type PublicPages = (db: Db) => Promise<PublicPage[]>

/** What a sitemap may hold. */
const maxPages = 50_000
const kept = 'public, max-age=3600'

/** Nothing personal is indexed: these need a champion, or show one. Their pages say so themselves, too. */
const personal = [
  '/auth/',
  '/profile',
  '/reminders/',
  '/sign-in/',
  '/signups',
  '/communities/*/members',
  '/events/*/attendees',
]

/** `robots.txt` and `sitemap.xml` of the alumni's site, with the pages that features name. */
export function searchEngineRoutes(app: App, { config }: Context, sources: PublicPages[]): void {
  app.get('/robots.txt', { constraints: onExternal }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', kept)
      .send(
        [
          'User-agent: *',
          ...personal.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${config.CHAMPIONS_URL}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  app.get('/sitemap.xml', { constraints: onExternal }, async ({ db }, reply) => {
    const pages: PublicPage[] = [{ path: '/' }, { path: '/sign-up' }]
    for (const source of sources) pages.push(...(await source(db)))
    const stream = new SitemapStream({ hostname: config.CHAMPIONS_URL })
    for (const { path, changed_at } of pages.slice(0, maxPages))
      stream.write({ url: path, ...(changed_at ? { lastmod: changed_at } : {}) } satisfies SitemapItemLoose)
    stream.end()
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', kept)
      .send((await streamToPromise(stream)).toString())
  })
}

export const contentPages: PublicPages = async (db) => {
  const [communities, news, events] = await Promise.all([
    pagesOf(db, 'communities'),
    pagesOf(db, 'news_items'),
    pagesOf(db, 'events'),
  ])
  return [{ path: '/communities' }, { path: '/news' }, { path: '/events' }, ...communities, ...news, ...events]
}

async function pagesOf(db: Db, table: 'communities' | 'news_items' | 'events'): Promise<PublicPage[]> {
  const rows = await db
    .selectFrom(asT(table))
    .select(['t.slug', utc('t.updated_at').as('changed_at')])
    .where(isPublic(table))
    .orderBy('t.id', 'desc')
    .execute()
  return rows.map(({ slug, changed_at }) => ({ path: `${siteFolders[table]}/${slug}`, changed_at }))
}
