import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../process/config.ts'
import type { App } from '../context.ts'
import { isProbe } from './probe.ts'
import { getRefusal } from './refusal.ts'

/** Logs route patterns, because URLs may contain tokens or names. Returns a function for requests that skip hooks. */
export function logRequests(
  app: App,
  config: Config,
  getSender: (request: FastifyRequest) => string | number | undefined,
): (request: FastifyRequest, reply: FastifyReply, ms: number) => void {
  const write = (request: FastifyRequest, reply: FastifyReply, ms: number) => {
    const isAsset = request.raw.url?.startsWith('/assets/') ?? false
    const refusal = getRefusal(request)
    if (isAsset && !config.LOG_ASSET_REQUESTS && !refusal) return
    const tag = refusal?.tag ?? findSlowTag(isAsset, ms, config)
    const line = {
      host: request.headers.host?.slice(0, 100),
      method: request.method,
      route: request.routeOptions?.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(ms * 10) / 10,
      who: getSender(request),
      ...refusal?.facts,
    }
    if (tag) request.log.warn(line, tag)
    else request.log[isProbe(request.raw.url) && reply.statusCode < 400 ? 'debug' : 'info'](line, 'request')
  }
  app.addHook('onResponse', async (request, reply) => write(request, reply, reply.elapsedTime))
  return write
}

function findSlowTag(isAsset: boolean, ms: number, config: Config): string | undefined {
  if (isAsset) return ms > config.SLOW_ASSET_THRESHOLD_MS ? '[slow-asset]' : undefined
  return ms > config.SLOW_REQUEST_THRESHOLD_MS ? '[slow-request]' : undefined
}
