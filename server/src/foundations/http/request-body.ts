import { isUtf8 } from 'node:buffer'
import type { App } from '../context.ts'
import { HttpError, unstorableSentence } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How long the body may take to arrive once its sender was let in; 30 s unless the route says otherwise, as uploads
     * do.
     */
    bodyTimeoutMs?: number
  }
}

/** The limit of the whole server, above every route's own. */
export const longestBodyMs = 60 * 60_000

/**
 * Node has one such limit for the whole server; uploads need a longer one than forms. Strangers have the usual one,
 * whatever the route. A reply ends the reading: what still arrives is thrown away for a while, so that the sender hears
 * the reply, and then the connection is closed.
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers itself for text that cannot be stored, by row or by field. */
    takesAnyText?: boolean
  }
}

/** No body of ours has as many levels; thousands end the stack of whoever goes through them. */
const maxDepth = 50

/**
 * Refuses bodies of too many levels, and with text that PostgreSQL does not take (NUL, half a surrogate pair) before
 * anything is done with them.
 */
export function storableText(app: App): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (isStorable(body) || routeOptions.config.takesAnyText) return
    const members = typeof body === 'object' ? Object.entries(body ?? {}) : []
    const fields = members.filter(([name, value]) => isStorable(name) && !isStorable(value))
    throw new HttpError(400, unstorableSentence, {
      fields: Object.fromEntries(fields.map(([name]) => [name, unstorableSentence])),
    })
  })
}

function isStorable(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) throw new HttpError(400, 'The body is nested too deeply.')
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member, depth + 1))
}

/** Bodies are read as they come: one that says it is compressed would be taken for something that it is not. */
export function contentEncoding(app: App): void {
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity'
    if (encoding !== 'identity')
      throw new HttpError(415, 'The server takes bodies without Content-Encoding only.', {
        headers: { 'accept-encoding': 'identity' },
      })
  })
}

/**
 * Reads JSON that is UTF-8: in other bytes letters would be replaced without a word. A member called `__proto__` refuses
 * the body, or is removed.
 */
export function jsonBodies(app: App, poison: 'error' | 'remove' = 'error'): void {
  const parse = app.getDefaultJsonParser(poison, poison)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body as Buffer)) return done(new HttpError(400, 'The body is not UTF-8.'))
    return parse(request, body.toString(), done)
  })
}
