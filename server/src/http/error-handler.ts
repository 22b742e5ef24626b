import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemPage } from '@alumni/shared/portal'
import type { Config } from '../config.ts'
import type { App } from '../context.ts'
import type { SiteOf } from '../hosts/site.ts'
import type { Portal } from '../pages/portal.ts'
import { prefersHtml } from './accept.ts'
import { errorPage } from './error-page.ts'
import { HttpError, notFoundSentence, problemOf, type Problem } from './errors.ts'

export type SendProblem = (problem: Problem, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Every error of every route leaves here: JSON, or a page with the same sentence for a browser navigation. */
export function errorHandler(app: App, sendProblem: SendProblem): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendProblem(problem, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(problemOf(new HttpError(404, notFoundSentence)), request, reply),
  )
}

export function problemSender(config: Config, siteOf: SiteOf, portal: Portal): SendProblem {
  return async ({ status, body, headers }, request, reply) => {
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .header('vary', 'Accept')
    if (!prefersHtml(request.headers.accept))
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    const plain = () => errorPage(body.error, status, config.institution, reply.allowStyles())
    const path = request.url.split('?', 1)[0]!
    const isPortalPage = siteOf(request.raw) === 'external' && portal.isBuilt
    const html = isPortalPage
      ? await portal.render(path, problemPage, { status, message: body.error }).catch(plain)
      : plain()
    return reply.type('text/html; charset=utf-8').send(html)
  }
}
