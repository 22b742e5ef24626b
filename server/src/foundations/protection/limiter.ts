import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import { counterKey, type Counters } from './counters.ts'
import type { Limit } from './limits.ts'

/** Counts one of `whom` and answers the milliseconds to wait when that was more than the limit allows. */
export type Limiter = { limit: Limit; count(whom: string): Promise<number | undefined> }

/** A counting function for each limit; nothing is counted by a route. */
export async function createLimiters(app: App, counters: Counters, limits: readonly Limit[]): Promise<Limiter[]> {
  await app.register(fastifyRateLimit, { global: false, store: storeOn(counters) })
  return limits.map((limit) => {
    const count = app.createRateLimit({
      max: limit.max,
      timeWindow: limit.windowMs,
      keyGenerator: (counted) => (counted as unknown as Counted).key,
    })
    return {
      limit,
      async count(whom) {
        const result = await count({
          key: counterKey(limit.name, whom),
          routeOptions: {},
        } satisfies Counted as unknown as FastifyRequest)
        return !result.isAllowed && result.isExceeded ? result.ttl : undefined
      },
    }
  })
}

/** The plugin reads nothing else of a request; where the parser failed, there is no request but only a socket. */
type Counted = { key: string; routeOptions: object }

/** The plugin makes its store itself, and one for each limit. */
function storeOn(counters: Counters) {
  return class Store {
    incr(...counted: Parameters<Counters['incr']>): void {
      counters.incr(...counted)
    }
    child(): Store {
      return this
    }
  }
}
