import type { App } from '../context.ts'
import { HttpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body may take to arrive once its sender was let in; 30 s unless the route says otherwise, as uploads do. */
    bodyTimeoutMs?: number
  }
}

/** The limit of the whole server, above every route's own. */
export const longestBodyMs = 60 * 60_000

/**
 * Node has one such limit for the whole server; uploads need a longer one than forms. Strangers have the usual one, whatever
 * the route. A reply ends the reading: what still arrives is thrown away for a while, so that the sender hears the reply, and
 * then the connection is closed.
 */
export function bodyDeadline(
  app: App,
  { usualMs, strangerLingerMs } = { usualMs: 30_000, strangerLingerMs: 5_000 },
): void {
  const awaited = new WeakMap<object, { wait(ms: number): void; lingerMs: number }>()
  app.addHook('onRequest', async ({ raw, headers }, reply) => {
    if ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined) return
    let timer: NodeJS.Timeout | undefined
    const giveUp = () => {
      if (reply.sent) return void raw.destroy()
      void reply
        .header('connection', 'close')
        .send(new HttpError(408, 'The request took too long to arrive. Try again.'))
    }
    const stop = () => clearTimeout(timer)
    const body = {
      lingerMs: strangerLingerMs,
      wait(ms: number) {
        stop()
        if (!raw.complete && !raw.destroyed) timer = setTimeout(giveUp, ms)
      },
    }
    raw.once('end', stop).once('close', stop)
    reply.raw.once('finish', () => body.wait(body.lingerMs))
    awaited.set(raw, body)
    body.wait(usualMs)
  })
  // Runs once every `onRequest` hook has let the sender in.
  app.addHook('preParsing', async ({ raw, routeOptions }) => {
    const body = awaited.get(raw)
    if (!body) return
    body.lingerMs = usualMs
    body.wait(routeOptions.config.bodyTimeoutMs ?? usualMs)
  })
}
