import { escapeHtml } from '../../foundations/http/plain-page.ts'
import type { App, Context } from '../../foundations/context.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { onExternal } from '../../foundations/hosts/site.ts'
import { publicationTable, type Kind } from '../engine/kind.ts'
import { isPublished } from '../engine/slugs.ts'

const maxPages = 50_000
const cacheControl = 'public, max-age=3600'

const personalPaths = [
  '/auth/',
  '/profile',
  '/reminders/',
  '/letters/',
  '/sign-in/',
  '/signups',
  '/communities/*/members',
  '/events/*/attendees',
]

/** Serves `/robots.txt` and a `/sitemap.xml` with the public pages of these kinds. */
export function searchEngineRoutes(app: App, { config }: Context, kinds: readonly Kind[]): void {
  app.get('/robots.txt', { constraints: onExternal }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', cacheControl)
      .send(
        [
          'User-agent: *',
          ...personalPaths.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${config.CHAMPIONS_URL}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  app.get('/sitemap.xml', { constraints: onExternal }, async ({ db }, reply) => {
    const pages: Page[] = [{ path: '/' }, { path: '/sign-up' }]
    for (const kind of kinds) pages.push(...(await pagesOf(db, kind)))
    const urls = pages.slice(0, maxPages).map(({ path, changed_at }) => {
      const changed = changed_at ? `<lastmod>${new Date(changed_at).toISOString()}</lastmod>` : ''
      return `<url><loc>${escapeHtml(new URL(path, config.CHAMPIONS_URL).href)}</loc>${changed}</url>`
    })
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', cacheControl)
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      )
  })
}

type Page = { path: string; changed_at?: string }

async function pagesOf(db: Db, { table, folder, isPublic = isPublished }: Kind): Promise<Page[]> {
  const rows = await db
    .selectFrom(publicationTable(table))
    .select(['t.slug', utc('t.updated_at').as('changed_at')])
    .where(isPublic)
    .orderBy('t.id', 'desc')
    .execute()
  return [{ path: folder }, ...rows.map(({ slug, changed_at }) => ({ path: `${folder}/${slug}`, changed_at }))]
}
