import type { FastifyRequest } from 'fastify'
import { anonymousVisitor, problemPage, type PortalVisitor } from '@alumni/shared/portal'
import type { SiteReader } from '../hosts/site.ts'
import { prefersHtml } from '../http/accept.ts'
import type { SendProblem } from '../http/error-handler.ts'
import { renderErrorPage } from '../http/plain-page.ts'
import type { Config } from '../process/config.ts'
import { readPortalVisitor, type Portal } from './portal.ts'

/** Returns a function that sends an error reply as JSON, in the staff app, in the portal, or as a plain page. */
export function createProblemSender(config: Config, siteOf: SiteReader, portal: Portal): SendProblem {
  return async ({ status, body: fullBody, headers }, request, reply) => {
    const body = request.routeOptions?.config?.hasBareErrors ? { error: fullBody.error } : fullBody
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .header('vary', 'Accept')
    if (!prefersHtml(request.headers.accept))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    const renderPlain = () => renderErrorPage(body.error, status, config.institution, reply.allowStyles())
    const path = request.url.split('?', 1)[0]!
    const isInternal = siteOf(request.raw) === 'internal'
    if (isInternal && (await isShownInApp(request, status))) {
      const isSent = await reply.staffApp().then(
        () => true,
        () => false,
      )
      if (isSent) return
    }
    const isPortalPage = !isInternal && portal.isBuilt
    const html = isPortalPage
      ? await portal
          .render({ path, visitor: await findVisitor(request, status) }, problemPage, { status, message: body.error })
          .then(({ html }) => html)
          .catch(renderPlain)
      : renderPlain()
    return reply.type('text/html; charset=utf-8').send(html)
  }
}

async function findVisitor(request: FastifyRequest, status: number): Promise<PortalVisitor> {
  if (status >= 500 || !('visitor' in request)) return anonymousVisitor
  return readPortalVisitor(request).catch(() => anonymousVisitor)
}

/** Returns whether the staff app shows the problem, as it does for signed-in users: any 404, or a page's 403. */
async function isShownInApp(request: FastifyRequest, status: number): Promise<boolean> {
  if (request.method !== 'GET' || !('identifyStaff' in request)) return false
  if (status === 403) return request.staffUser !== null && request.routeOptions.config.isPage === true
  if (status !== 404) return false
  return request.staffUser !== null || (await request.identifyStaff().catch(() => null)) !== null
}
