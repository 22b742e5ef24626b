import { limitNames, type LimitName } from '@alumni/shared/operations/protection'
import type { SharedMemory } from './shared-memory.ts'
import { WindowCounts, type Count } from './window-counts.ts'

/** Keys remembered in this process, at about 150 bytes each. Everyone who calls has one under `req/ip`, few under the others. */
const maxKeys = (name: LimitName) => (name === 'req/ip' ? 100_000 : 10_000)

/** What is counted of whom. The limits share one store, so the name is part of the key. */
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
