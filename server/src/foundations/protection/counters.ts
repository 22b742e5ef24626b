import { limitNames, type LimitName } from '@alumni/shared/operations/protection'
import type { SharedMemory } from './shared-memory.ts'
import { LruMap } from 'toad-cache'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import type { Limit } from './limits.ts'

/** Each key needs about 150 bytes. Every client has a key for `req/ip`, but few have keys for other limits. */
const getMaxKeys = (name: LimitName) => (name === 'req/ip' ? 100_000 : 10_000)

/** Includes the limit's name, because all limits share one store. */
export function toCounterKey(name: LimitName, client: string): string {
  return `${name} ${client}`
}

/** Counts requests in Redis, if configured. Counts in memory otherwise, and while Redis is unreachable. */
export class Counters {
  readonly #shared: SharedMemory | undefined
  readonly #own = new Map(limitNames.map((name) => [name as string, new WindowCounts(getMaxKeys(name))]))

  constructor(shared: SharedMemory | undefined) {
    this.#shared = shared
  }

  incr(key: string, callback: (error: Error | null, count?: Count) => void, windowMs: number): void {
    const localCounts = this.#ownOf(key)
    if (!this.#shared || this.#shared.isUnavailable) return callback(null, localCounts.add(key, windowMs))
    void this.#addShared(this.#shared, localCounts, key, windowMs).then((count) => callback(null, count))
  }

  async forget(keys: string[]): Promise<void> {
    for (const key of keys) this.#ownOf(key).delete(key)
    await this.#shared?.run(
      (redis) => redis.del(keys.map(toRedisKey)),
      () => 0,
    )
  }

  get size(): number {
    return [...this.#own.values()].reduce((sum, { size }) => sum + size, 0)
  }

  sweep(): void {
    for (const counts of this.#own.values()) counts.sweep()
  }

  #addShared(shared: SharedMemory, localCounts: WindowCounts, key: string, windowMs: number): Promise<Count> {
    return shared.run(
      async (redis) => {
        const [current, ttl] = (await redis.eval(addInWindow, 1, toRedisKey(key), windowMs)) as [number, number]
        localCounts.set(key, { current, ttl })
        return { current, ttl }
      },
      () => localCounts.add(key, windowMs),
    )
  }

  #ownOf(key: string): WindowCounts {
    return this.#own.get(key.slice(0, key.indexOf(' ')))!
  }
}

function toRedisKey(key: string): string {
  return `alumni:count:${key}`
}

const addInWindow = `
  local current = redis.call('INCR', KEYS[1])
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl < 0 then
    ttl = tonumber(ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ttl)
  end
  return {current, ttl}
`

type Count = { current: number; ttl: number }

/** `until` is on the `performance.now()` clock, which changes to the system time do not affect. */
type Window = { count: number; until: number }

/** Counts in windows that start with their first hit. Evicts the least recently used key. */
export class WindowCounts {
  /** Not a Map, because a Map becomes slower with each deletion of its oldest entry. */
  readonly #windows: LruMap<Window>

  constructor(maxKeys: number) {
    this.#windows = new LruMap(maxKeys)
  }

  add(key: string, windowMs: number): Count {
    const now = performance.now()
    const previous = this.#windows.get(key)
    const window =
      previous && previous.until > now
        ? { count: previous.count + 1, until: previous.until }
        : { count: 1, until: now + windowMs }
    this.#windows.set(key, window)
    return { current: window.count, ttl: window.until - now }
  }

  get size(): number {
    return this.#windows.size
  }

  set(key: string, { current, ttl }: Count): void {
    this.#windows.set(key, { count: current, until: performance.now() + ttl })
  }

  has(key: string): boolean {
    return (this.#windows.get(key)?.until ?? 0) > performance.now()
  }

  delete(key: string): void {
    this.#windows.delete(key)
  }

  sweep(): void {
    const now = performance.now()
    for (const [key, { value }] of this.#windows.items) if (value.until <= now) this.#windows.delete(key)
  }
}

/** `count` counts a request from `client` and returns the milliseconds to wait if the limit is exceeded. */
export type Limiter = { limit: Limit; count(client: string): Promise<number | undefined> }

/** Uses the plugin only for counting, so the plugin itself does not limit any route. */
export async function createLimiters(app: App, counters: Counters, limits: readonly Limit[]): Promise<Limiter[]> {
  await app.register(fastifyRateLimit, { global: false, store: createStoreClass(counters) })
  return limits.map((limit) => {
    const count = app.createRateLimit({
      max: limit.max,
      timeWindow: limit.windowMs,
      keyGenerator: (counted) => (counted as unknown as CountedRequest).key,
    })
    return {
      limit,
      async count(client) {
        const result = await count({
          key: toCounterKey(limit.name, client),
          routeOptions: {},
        } satisfies CountedRequest as unknown as FastifyRequest)
        return !result.isAllowed && result.isExceeded ? result.ttl : undefined
      },
    }
  })
}

type CountedRequest = { key: string; routeOptions: object }

/** Returns a class, because the plugin creates a store per limit. */
function createStoreClass(counters: Counters) {
  return class Store {
    incr(...counted: Parameters<Counters['incr']>): void {
      counters.incr(...counted)
    }
    child(): Store {
      return this
    }
  }
}
