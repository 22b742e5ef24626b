import type { Redis } from 'ioredis'
import type { LimitName } from '@alumni/shared/operations/protection'
import type { BanRule } from './limits.ts'
import { retentionMs, maxBans, maxViolations, LocalBanStore } from './ban-store.ts'
import type { Ban, BanStore, Violation } from './ban-store.ts'
import type { SharedMemory } from './shared-memory.ts'

/** Stores violations and bans in Redis, so that every process applies bans. Uses memory while Redis is unreachable. */
export class SharedBanStore implements BanStore {
  readonly #shared: SharedMemory
  readonly #banRule: BanRule
  readonly #own: LocalBanStore
  /** Addresses with bans that are not yet in Redis. */
  readonly #unsharedBans = new Set<string>()

  constructor(shared: SharedMemory, banRule: BanRule) {
    this.#shared = shared
    this.#banRule = banRule
    this.#own = new LocalBanStore(banRule)
    shared.onReconnect(() => void this.#shareLocalBans())
  }

  findBan(address: string) {
    const findLocalBan = () => this.#own.findBan(address)
    if (this.#shared.isUnavailable || this.#unsharedBans.has(address)) return findLocalBan()
    return this.#shared.run(async (redis) => {
      const [json, leftMs] = await Promise.all([redis.get(toBanKey(address)), redis.pttl(toBanKey(address))])
      const ban = leftMs > 0 ? parseBan(json) : undefined
      if (ban) this.#own.remember(ban, leftMs)
      else if (findLocalBan()) this.#own.lift(address)
      return ban && { ...ban, leftMs }
    }, findLocalBan)
  }

  record(address: string, limit: LimitName) {
    return this.#shared.run(
      async (redis) =>
        parseBan(
          (await redis.eval(
            recordScript,
            5,
            toBanKey(address),
            `alumni:violations:${address}`,
            bansKey,
            recentKey,
            countsKey,
            address,
            limit,
            this.#banRule.max,
            this.#banRule.windowMs,
            this.#banRule.banMs,
            retentionMs,
            maxViolations,
            maxBans,
          )) as string | null,
        ),
      () => {
        const ban = this.#own.record(address, limit)
        if (ban) this.#unsharedBans.add(address)
        return ban
      },
    )
  }

  listBans() {
    return this.#shared.run(
      async (redis) => {
        const addresses = await redis.zrange(bansKey, '0', '-1')
        if (addresses.length === 0) return []
        const bans = await redis.mget(...addresses.map(toBanKey))
        return bans.flatMap((json) => parseBan(json) ?? []).sort((a, b) => b.since - a.since)
      },
      () => this.#own.listBans(),
    )
  }

  listViolations() {
    return this.#shared.run(
      async (redis) => {
        const flat = await redis.zrevrangebyscore(
          recentKey,
          '+inf',
          (await readTime(redis)) - retentionMs,
          'WITHSCORES',
        )
        const members = flat.filter((_, index) => index % 2 === 0)
        if (members.length === 0) return []
        const counts = await redis.hmget(countsKey, ...members)
        return members.map((member, index) =>
          parseViolation(member, Number(flat[2 * index + 1]), Number(counts[index] ?? 1)),
        )
      },
      () => this.#own.listViolations(),
    )
  }

  lift(address: string) {
    this.#unsharedBans.delete(address)
    const isLiftedHere = this.#own.lift(address)
    return this.#shared.run(
      async (redis) => {
        const [lifted] = await Promise.all([
          redis.del(toBanKey(address)),
          redis.zrem(bansKey, address),
          redis.del(`alumni:violations:${address}`),
        ])
        return lifted > 0 || isLiftedHere
      },
      () => isLiftedHere,
    )
  }

  get size() {
    return this.#own.size
  }

  sweep(): void {
    this.#own.sweep()
    for (const address of this.#unsharedBans) if (!this.#own.findBan(address)) this.#unsharedBans.delete(address)
  }

  async #shareLocalBans(): Promise<void> {
    for (const address of this.#unsharedBans) {
      const localBan = this.#own.findBan(address)
      if (localBan) {
        const { leftMs, ...ban } = localBan
        await this.#shared.run(
          (redis) =>
            Promise.all([
              redis.set(toBanKey(ban.address), JSON.stringify(ban), 'PX', Math.ceil(leftMs)),
              redis.zadd(bansKey, String(ban.until), ban.address),
            ]),
          () => undefined,
        )
      }
      if (this.#shared.isUnavailable) return
      this.#unsharedBans.delete(address)
    }
  }
}

const bansKey = 'alumni:bans'
const recentKey = 'alumni:recent-violations'
const countsKey = 'alumni:recent-violation-counts'

function toBanKey(address: string): string {
  return `alumni:ban:${address}`
}

async function readTime(redis: Redis): Promise<number> {
  const [seconds] = await redis.time()
  return Number(seconds) * 1000
}

function parseBan(json: string | null): Ban | undefined {
  return json === null ? undefined : (JSON.parse(json) as Ban)
}

function parseViolation(member: string, time: number, count: number): Violation {
  const [limit, address] = member.split(' ') as [LimitName, string]
  return { address, limit, at: time, count }
}

const recordScript = `
  local banned, violations, bans, recent, counts = unpack(KEYS)
  local address, limit = ARGV[1], ARGV[2]
  local max, windowMs, banMs, retentionMs, maxViolations, maxBans = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)

  local member = limit .. ' ' .. address
  redis.call('ZADD', recent, now, member)
  redis.call('HINCRBY', counts, member, 1)
  local old = redis.call('ZRANGEBYSCORE', recent, '-inf', now - retentionMs)
  for _, name in ipairs(redis.call('ZREVRANGE', recent, maxViolations, -1)) do table.insert(old, name) end
  for _, name in ipairs(old) do
    redis.call('ZREM', recent, name)
    redis.call('HDEL', counts, name)
  end
  redis.call('PEXPIRE', recent, retentionMs)
  redis.call('PEXPIRE', counts, retentionMs)

  local count = redis.call('INCR', violations)
  if redis.call('PTTL', violations) < 0 then redis.call('PEXPIRE', violations, windowMs) end
  if count < max or redis.call('EXISTS', banned) == 1 then return false end
  local ban = cjson.encode({ address = address, since = now, ['until'] = now + banMs, limit = limit, violations = count })
  redis.call('SET', banned, ban, 'PX', banMs)
  redis.call('ZREMRANGEBYSCORE', bans, '-inf', now)
  redis.call('ZADD', bans, now + banMs, address)
  for _, name in ipairs(redis.call('ZREVRANGE', bans, maxBans, -1)) do redis.call('ZREM', bans, name) end
  redis.call('PEXPIRE', bans, banMs)
  return ban
`
