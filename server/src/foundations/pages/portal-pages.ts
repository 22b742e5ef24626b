import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { FormState, PortalPage } from '@alumni/shared/portal'
import type { z } from 'zod'
import type { App, Context } from '../context.ts'
import { onExternal } from '../hosts/site.ts'
import { prefersHtml } from '../http/accept.ts'
import { HttpError } from '../http/errors.ts'
import { prepareFormerAssets, type BuiltApp } from './former-assets.ts'
import { readPortalVisitor, type Portal, serveAssets } from './portal.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The status is 422 by default if `props` contains errors. Throws 503 if the portal is not built. */
    portalPage<Page extends PortalPage>(page: Page, props: z.input<Page['props']>): Promise<FastifyReply>
  }
}

const compress = promisify(gzip)

export async function registerPortalPages(
  app: App,
  { config }: Context,
  portal: Portal,
  { folder, release }: BuiltApp,
) {
  const assets = join(folder, 'client', 'assets', 'portal')
  const former = await prepareFormerAssets(config, 'portal', { release, assets }, app.log)
  serveAssets(app, { site: 'external', url: '/assets/portal/', folder: assets, former })
  app.decorateReply('portalPage', async function (this: FastifyReply, page, props) {
    const path = this.request.url.split('?', 1)[0]!
    const { method, headers } = this.request
    const refusal = findRefusal(props)
    if (refusal) {
      if (this.statusCode < 400) this.code(422)
      if (!prefersHtml(headers.accept)) throw new HttpError(this.statusCode, refusal.message, refusal.details)
    }
    const visitor = await readPortalVisitor(this.request)
    const isPublic = method === 'GET' && headers.cookie === undefined && visitor.state === 'anonymous'
    const document = await portal.render({ path, visitor, isPublic }, page, props)
    this.type('text/html; charset=utf-8').header('vary', refusal ? 'Accept, Accept-Encoding' : 'Accept-Encoding')
    // Compresses only pages without personal content, because the compressed length could reveal such content.
    if (!isPublic || !acceptsGzip(headers)) return this.send(document.html)
    document.compressed ??= compress(document.html)
    return this.header('content-encoding', 'gzip').send(await document.compressed)
  })
  app.get('/institution.css', { constraints: onExternal }, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(`:root{--institution-color:${config.institution.color}}\n`),
  )
}

function findRefusal({ form, problem }: { form?: FormState; problem?: string | null }) {
  const { form: formError, ...fields } = form?.errors ?? {}
  const messages = [problem, formError, ...Object.values(fields)].filter(Boolean)
  if (messages.length === 0) return undefined
  return { message: messages.join(' '), details: Object.keys(fields).length > 0 ? { fields } : {} }
}

function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  return /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?:1|0\.0*[1-9]))/.test(headers['accept-encoding'] ?? '')
}
