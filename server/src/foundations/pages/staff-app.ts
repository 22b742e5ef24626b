import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { App, Context } from '../context.ts'
import { onInternal } from '../hosts/site.ts'
import { passkeysAllowed } from '../http/security-headers.ts'
import { HttpError } from '../http/errors.ts'
import { notBuilt, serveAssets } from './portal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Replies with the staff app, which then asks the same address for JSON. Throws a 503 while it is not built. */
    staffApp(): Promise<FastifyReply>
  }
}

/** `folder` is the staff app's `dist/renderer`. In development a new build is served without a restart. */
export async function staffApp(app: App, { config }: Context, folder: string): Promise<void> {
  const read = () => readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined)
  const kept = config.isProduction ? await read() : undefined
  app.decorateReply('staffApp', async function (this: FastifyReply) {
    const html = kept ?? (await read())
    if (html === undefined) throw new HttpError(503, notBuilt)
    return this.headers(passkeysAllowed)
      .type('text/html; charset=utf-8')
      .send(html.replaceAll('__CSP_NONCE__', this.allowStyles()))
  })
  // The worker of the list at the door, which answers for that page without a network, lies among the other files.
  const headers = { 'service-worker-allowed': '/champion_signups/events/' }
  serveAssets(app, { site: 'internal', url: '/assets/staff/', folder: join(folder, 'assets'), headers })
  app.get('/', { constraints: onInternal }, async (_request, reply) => reply.redirect('/alumni_search', 302))
}
