import type { FastifyReply } from 'fastify'
import type { App } from '../context.ts'
import { addArrivalHeader } from '../http/arrival.ts'
import type { Config } from '../process/config.ts'
import type { Monitor } from './monitor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    monitor: Monitor
  }
}

/** Registers `/up`, which fails while the server stops, and `/ready`, which fails unless the server is ready. */
export function registerHealthChecks(app: App, monitor: Monitor, config: Config): void {
  const { readiness } = monitor
  app.decorate('monitor', monitor)
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.isDraining) reply.header('connection', 'close')
  })
  // Node closes only connections that are idle when the server starts to close. Others would stay open for 72 s.
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 100).unref()
    app.server.once('close', () => clearInterval(closing))
  })
  const replyReadiness = (reply: FastifyReply) => {
    const { status } = readiness
    reply.header('cache-control', 'no-store')
    if (status !== 'ready') reply.code(503).header('retry-after', '5')
    return { status }
  }
  app.get('/up', async (request, reply) => {
    if ('ready' in (request.query as object)) return replyReadiness(reply)
    await addArrivalHeader(config, request, reply)
    if (readiness.isDraining) reply.code(503).header('retry-after', '5')
    return { status: readiness.isDraining ? 'stopping' : 'up' }
  })
  app.get('/ready', async (_request, reply) => replyReadiness(reply))
}
