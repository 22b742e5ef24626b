import type { App } from '../context.ts'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the request's body may take to arrive; 30 s unless the route says otherwise, as uploads do. */
    bodyTimeoutMs?: number
  }
}

const usualMs = 30_000
/** The limit of the whole server, above every route's own. */
export const longestBodyMs = 60 * 60_000

/** Node has one such limit for the whole server; uploads need a longer one than forms. Also ends bodies that nobody reads. */
export function bodyDeadline(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if ((length === undefined || length === '0') && encoding === undefined) return
    const timer = setTimeout(() => {
      if (request.raw.complete) return
      if (reply.sent) return void request.raw.destroy()
      void reply
        .header('connection', 'close')
        .send(new HttpError(408, 'The request took too long to arrive. Try again.'))
    }, request.routeOptions.config?.bodyTimeoutMs ?? usualMs)
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
}
