import type { FastifyReply } from 'fastify'
import type { App } from '../context.ts'
import { answerProof } from '../http/proxy-proof.ts'
import type { Config } from '../process/config.ts'
import type { Monitor } from './monitor.ts'

declare module 'fastify' {
  interface FastifyInstance {
    monitor: Monitor
  }
}

/**
 * On every host, without detail. `/up`: whether this process takes requests. `/ready`: whether a balancer may send it
 * some; `/up?ready` is the same to a balancer that also leads to servers of a release without `/ready`, which see no
 * more than `/up` in it. With our secret, `/up` reports how the request arrived.
 */
export function up(app: App, monitor: Monitor, config: Config): void {
  const { readiness } = monitor
  app.decorate('monitor', monitor)
  app.addHook('onSend', async (_request, reply) => {
    if (readiness.isDraining) reply.header('connection', 'close')
  })
  // Node ends only the connections that are idle when closing begins; others would stay for the keep-alive timeout of 72 s.
  app.addHook('preClose', async () => {
    const closing = setInterval(() => app.server.closeIdleConnections(), 100).unref()
    app.server.once('close', () => clearInterval(closing))
  })
  const ready = (reply: FastifyReply) => {
    const { status } = readiness
    reply.header('cache-control', 'no-store')
    if (status !== 'ready') reply.code(503).header('retry-after', '5')
    return { status }
  }
  app.get('/up', async (request, reply) => {
    if ('ready' in (request.query as object)) return ready(reply)
    await answerProof(config, request, reply)
    if (readiness.isDraining) reply.code(503).header('retry-after', '5')
    return { status: readiness.isDraining ? 'stopping' : 'up' }
  })
  app.get('/ready', async (_request, reply) => ready(reply))
}
