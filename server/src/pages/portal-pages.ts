import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { PortalPage } from '@alumni/shared/portal'
import type { z } from 'zod'
import type { App, Context } from '../context.ts'
import { onExternal } from '../hosts/site.ts'
import { serveAssets } from './assets.ts'
import { portalVisitor, type Portal } from './portal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Replies with a page of the portal. Throws a 503 while the portal is not built. */
    portalPage<Page extends PortalPage>(page: Page, props: z.input<Page['props']>): Promise<FastifyReply>
  }
}

/** The portal's pages for every route, and its files. */
export function portalPages(app: App, { config }: Context, portal: Portal, folder: string): void {
  serveAssets(app, { site: 'external', url: '/assets/portal/', folder: join(folder, 'client', 'assets', 'portal') })
  app.decorateReply('portalPage', async function (this: FastifyReply, page, props) {
    const path = this.request.url.split('?', 1)[0]!
    const html = await portal.render({ path, visitor: await portalVisitor(this.request) }, page, props)
    return this.type('text/html; charset=utf-8').send(html)
  })
  app.get('/institution.css', { constraints: onExternal }, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(`:root{--institution-color:${config.institution.color}}\n`),
  )
}
