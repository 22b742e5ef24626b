import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PortalPage } from '@alumni/shared/portal'
import type { App, Context } from '../context.ts'
import { onExternal } from '../hosts/site.ts'
import { serveAssets } from './assets.ts'
import type { Portal } from './portal.ts'

/** What the alumni's site shows. */
export function portalPages(app: App, { config }: Context, portal: Portal, folder: string): void {
  serveAssets(app, { site: 'external', url: '/assets/portal/', folder: join(folder, 'client', 'assets', 'portal') })
  const show = async (page: PortalPage, request: FastifyRequest, reply: FastifyReply) => {
    const html = await portal.render(request.url.split('?', 1)[0]!, page)
    return reply.type('text/html; charset=utf-8').send(html)
  }
  app.get('/institution.css', { constraints: onExternal }, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(`:root{--institution-color:${config.institution.color}}\n`),
  )
  app.get('/', { constraints: onExternal }, (request, reply) => show({ name: 'welcome' }, request, reply))
}
