import { limitNames, type LimitName } from '@alumni/shared/operations/protection'
import type { SharedMemory } from './shared-memory.ts'
import { LruMap } from 'toad-cache'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { App } from '../context.ts'
import type { Limit } from './limits.ts'

/**
 * Keys remembered in this process, at about 150 bytes each. Everyone who calls has one under `req/ip`, few under the
 * others.
 */
const maxKeys = (name: LimitName) => (name === 'req/ip' ? 100_000 : 10_000)

/** The limits share one store, so the name is part of the key. */
export function counterKey(name: LimitName, whom: string): string {
  return `${name} ${whom}`
}

/** Counts in Redis while it answers, and knows the counts here too, to go on alone from there. */
export class Counters {
  readonly #shared: SharedMemory | undefined
  readonly #own = new Map(limitNames.map((name) => [name as string, new WindowCounts(maxKeys(name))]))

  constructor(shared: SharedMemory | undefined) {
    this.#shared = shared
  }

  incr(key: string, done: (error: Error | null, count?: Count) => void, windowMs: number): void {
    const own = this.#ownOf(key)
    if (!this.#shared || this.#shared.isAway) return done(null, own.add(key, windowMs))
    void this.#addShared(this.#shared, own, key, windowMs).then((count) => done(null, count))
  }

  async forget(keys: string[]): Promise<void> {
    for (const key of keys) this.#ownOf(key).delete(key)
    await this.#shared?.ask(
      (redis) => redis.del(keys.map(redisKey)),
      () => 0,
    )
  }

  get size(): number {
    return [...this.#own.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** Forgets here what has expired; Redis does so by itself. */
  sweep(): void {
    for (const counts of this.#own.values()) counts.sweep()
  }

  #addShared(shared: SharedMemory, own: WindowCounts, key: string, windowMs: number): Promise<Count> {
    return shared.ask(
      async (redis) => {
        const [current, ttl] = (await redis.eval(addInWindow, 1, redisKey(key), windowMs)) as [number, number]
        own.set(key, { current, ttl })
        return { current, ttl }
      },
      () => own.add(key, windowMs),
    )
  }

  #ownOf(key: string): WindowCounts {
    return this.#own.get(key.slice(0, key.indexOf(' ')))!
  }
}

function redisKey(key: string): string {
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

/** How often, and how many milliseconds until it begins anew. */
type Count = { current: number; ttl: number }

/** `until` by the clock of this process, which no one sets: a wrong time of day lengthens and shortens no window. */
type Window = { count: number; until: number }

/**
 * Counts in this process's memory, in windows that begin with their first hit. At most `maxKeys` keys: the one that was
 * quiet for longest goes first.
 */
export class WindowCounts {
  /**
   * Not a Map: taking the oldest from a large one again and again skips all that were taken before, ever more slowly.
   */
  readonly #windows: LruMap<Window>

  constructor(maxKeys: number) {
    this.#windows = new LruMap(maxKeys)
  }

  add(key: string, windowMs: number): Count {
    const now = performance.now()
    const before = this.#windows.get(key)
    const window =
      before && before.until > now
        ? { count: before.count + 1, until: before.until }
        : { count: 1, until: now + windowMs }
    this.#windows.set(key, window)
    return { current: window.count, ttl: window.until - now }
  }

  get size(): number {
    return this.#windows.size
  }

  /** Takes over what was counted elsewhere, to go on from there. */
  set(key: string, { current, ttl }: Count): void {
    this.#windows.set(key, { count: current, until: performance.now() + ttl })
  }

  has(key: string): boolean {
    return (this.#windows.get(key)?.until ?? 0) > performance.now()
  }

  delete(key: string): void {
    this.#windows.delete(key)
  }

  /** Forgets the windows that are over. */
  sweep(): void {
    const now = performance.now()
    for (const [key, { value }] of this.#windows.items) if (value.until <= now) this.#windows.delete(key)
  }
}

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
