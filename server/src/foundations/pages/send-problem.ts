import type { FastifyRequest } from 'fastify'
import { anonymousVisitor, problemPage, type PortalVisitor } from '@alumni/shared/portal'
import type { SiteOf } from '../hosts/site.ts'
import { prefersHtml } from '../http/accept.ts'
import type { SendProblem } from '../http/error-handler.ts'
import { errorPage } from '../http/plain-page.ts'
import type { Config } from '../process/config.ts'
import { portalVisitor, type Portal } from './portal.ts'

/**
 * A problem as the caller can read it: JSON, a page of the alumni's site, the staff app's own, or a plain page with the
 * same sentence.
 */
export function problemSender(config: Config, siteOf: SiteOf, portal: Portal): SendProblem {
  return async ({ status, body: whole, headers }, request, reply) => {
    const body = request.routeOptions?.config?.hasBareErrors ? { error: whole.error } : whole
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .header('vary', 'Accept')
    if (!prefersHtml(request.headers.accept))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    const plain = () => errorPage(body.error, status, config.institution, reply.allowStyles())
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
          .render({ path, visitor: await visitorOf(request, status) }, problemPage, { status, message: body.error })
          .then(({ html }) => html)
          .catch(plain)
      : plain()
    return reply.type('text/html; charset=utf-8').send(html)
  }
}

/** While the service fails, no visitor is looked up. */
async function visitorOf(request: FastifyRequest, status: number): Promise<PortalVisitor> {
  if (status >= 500 || !('visitor' in request)) return anonymousVisitor
  return portalVisitor(request).catch(() => anonymousVisitor)
}

/** Staff who are signed in see in the frame of their app what is not there, or not for their role. */
async function isShownInApp(request: FastifyRequest, status: number): Promise<boolean> {
  if (request.method !== 'GET' || !('identifyStaff' in request)) return false
  if (status === 403) return request.staffUser !== null && request.routeOptions.config.isPage === true
  if (status !== 404) return false
  return request.staffUser !== null || (await request.identifyStaff().catch(() => null)) !== null
}
