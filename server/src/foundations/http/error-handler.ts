import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { anonymous, problemPage, type PortalVisitor } from '@alumni/shared/portal'
import type { Config } from '../process/config.ts'
import type { App } from '../context.ts'
import type { SiteOf } from '../hosts/site.ts'
import { portalVisitor, type Portal } from '../pages/portal.ts'
import { prefersHtml } from './accept.ts'
import { errorPage } from './error-page.ts'
import { HttpError, notFoundSentence, problemOf, type Problem } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The bodies of this route's errors are exactly `{ error }`. */
    hasBareErrors?: boolean
  }
}

export type SendProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Every error of every route leaves here: JSON, or a page with the same sentence for a browser navigation. */
export function errorHandler(app: App, sendProblem: SendProblem): void {
  app.setErrorHandler((error, request, reply) => {
    const { raw } = request
    const problem = problemOf(raw.destroyed && !raw.complete ? brokenOff() : error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendProblem(problem, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(problemOf(new HttpError(404, notFoundSentence)), request, reply),
  )
  // Node finds out only while it writes, when no error reply can be made any more.
  app.addHook('onSend', async (_request, reply) => {
    const faults = Object.entries(reply.getHeaders()).flatMap(([name, value]) => headerFault(name, value) ?? [])
    for (const { name } of faults) reply.removeHeader(name)
    if (faults[0]) throw faults[0].error
  })
}

function headerFault(name: string, value: unknown): { name: string; error: unknown } | undefined {
  try {
    validateHeaderName(name)
    for (const line of [value].flat()) validateHeaderValue(name, String(line))
    return undefined
  } catch (error) {
    return { name, error }
  }
}

/** The caller has gone in the middle of the request: nobody reads this, and nothing of ours has failed. */
function brokenOff(): HttpError {
  return new HttpError(400, 'The request broke off.')
}

/** While the service fails, nobody is looked up. */
async function visitorOf(request: FastifyRequest, status: number): Promise<PortalVisitor> {
  if (status >= 500 || !('visitor' in request)) return anonymous
  return portalVisitor(request).catch(() => anonymous)
}

/** Staff who are signed in see in the frame of their app what is not there, or not for their role. */
async function isShownInApp(request: FastifyRequest, status: number): Promise<boolean> {
  if (request.method !== 'GET' || !('identifyStaff' in request)) return false
  if (status === 403) return request.staffUser !== null && request.routeOptions.config.isPage === true
  if (status !== 404) return false
  return request.staffUser !== null || (await request.identifyStaff().catch(() => null)) !== null
}

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
      const app = await reply.staffApp().catch(() => undefined)
      if (app) return app
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
