import { isUtf8 } from 'node:buffer'
import type { App } from '../context.ts'
import { HttpError, unstorableMessage } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time limit for receiving the body once the request is admitted; 30 seconds by default. */
    bodyTimeoutMs?: number
  }
}

/** The server's time limit for receiving a whole request. No route may have a longer one. */
export const longestBodyMs = 60 * 60_000

/** After an early reply, leaves the connection open for a while so that the client gets the reply. */
export function limitBodyTime(
  app: App,
  { usualMs, strangerLingerMs } = { usualMs: 30_000, strangerLingerMs: 5_000 },
): void {
  const pendingBodies = new WeakMap<object, { wait(ms: number): void; lingerMs: number }>()
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
    pendingBodies.set(raw, body)
    body.wait(usualMs)
  })
  app.addHook('preParsing', async ({ raw, routeOptions }) => {
    const body = pendingBodies.get(raw)
    if (!body) return
    body.lingerMs = usualMs
    body.wait(routeOptions.config.bodyTimeoutMs ?? usualMs)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route itself reports text that PostgreSQL cannot store, by row or field. */
    takesAnyText?: boolean
  }
}

/** Prevents deeply nested bodies from overflowing the stack. */
const maxDepth = 50

/** Replies 400 to bodies with NUL characters or invalid Unicode, unless the route has `takesAnyText`. */
export function refuseUnstorableText(app: App): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (isStorable(body) || routeOptions.config.takesAnyText) return
    const members = typeof body === 'object' ? Object.entries(body ?? {}) : []
    const fields = members.filter(([name, value]) => isStorable(name) && !isStorable(value))
    throw new HttpError(400, unstorableMessage, {
      fields: Object.fromEntries(fields.map(([name]) => [name, unstorableMessage])),
    })
  })
}

function isStorable(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) throw new HttpError(400, 'The body is nested too deeply.')
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member, depth + 1))
}

export function refuseEncodedBodies(app: App): void {
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity'
    if (encoding !== 'identity')
      throw new HttpError(415, 'The server takes bodies without Content-Encoding only.', {
        headers: { 'accept-encoding': 'identity' },
      })
  })
}

/** Refuses invalid UTF-8; by default, invalid characters would be replaced without an error. */
export function parseJsonBodies(app: App, poison: 'error' | 'remove' = 'error'): void {
  const parse = app.getDefaultJsonParser(poison, poison)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, callback) => {
    if (!isUtf8(body as Buffer)) return callback(new HttpError(400, 'The body is not UTF-8.'))
    return parse(request, body.toString(), callback)
  })
}
