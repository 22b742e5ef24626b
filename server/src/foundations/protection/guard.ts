import { withPeriods } from '@alumni/shared/clock'
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { foldEmail } from '@alumni/shared/email-address'
import { withoutFormatCharacters } from '@alumni/shared/format-characters'
import type { Institution } from '@alumni/shared/institution'
import type { Logger } from 'pino'
import type { Config } from '../process/config.ts'
import type { App } from '../context.ts'
import type { IsTrusted } from '../hosts/site.ts'
import { isProbe } from '../http/probe.ts'
import type { Refusal } from '../http/refusal.ts'
import { findBlockRule, parseTarget } from './blocklist.ts'
import { createAddressReader, isOwnMachine, type AddressReader, type UnroutedRequest } from './client-address.ts'
import { toCounterKey, Counters, createLimiters, WindowCounts, type Limiter } from './counters.ts'
import { getBanRule, listLimits, type BanRule, type Limit } from './limits.ts'
import { LocalBanStore, type Ban, type CurrentBan, type BanStore, type Violation } from './ban-store.ts'
import { SharedMemory } from './shared-memory.ts'
import { SharedBanStore } from './shared-ban-store.ts'

/** How long an address counts as a staff address after a request by a signed-in user. */
const staffMs = 60 * 60_000

/** Returns whether a request to `/api/v1/*` has an active API key as its Bearer token. */
export type IsActiveApiKey = (request: UnroutedRequest) => boolean | Promise<boolean>

export type HasOptOutToken = (url: string) => Promise<boolean>

type GuardedRequest = UnroutedRequest & Partial<Pick<IncomingMessage, 'method' | 'url'>>
type GuardParts = {
  config: Config
  log: Logger
  addressOf: AddressReader
  isActiveApiKey: IsActiveApiKey
  hasOptOutToken: HasOptOutToken
  shared: SharedMemory | undefined
  counters: Counters
  limiters: Limiter[]
  banRule: BanRule
}

/** Admits or refuses requests by safelists, then blocklists and bans, then limits. Only safelists use the database. */
export class Guard {
  readonly #parts: GuardParts
  readonly #bans: BanStore
  readonly #addressLimiters: Limiter[]
  readonly #emailLimiters: Limiter[]
  readonly #emailChecks = new WeakMap<object, { address: string; limiters: Limiter[] }>()
  readonly #staffAddresses = new WindowCounts(10_000)
  readonly #optOuts = new WeakSet<object>()
  #notifyOfBan: ((ban: Ban) => void) | undefined

  constructor(parts: GuardParts) {
    this.#parts = parts
    this.#bans = parts.shared ? new SharedBanStore(parts.shared, parts.banRule) : new LocalBanStore(parts.banRule)
    this.#addressLimiters = parts.limiters.filter(({ limit }) => limit.whom === 'address')
    this.#emailLimiters = parts.limiters.filter(({ limit }) => limit.whom === 'email')
  }

  /** Checks a request before routing. Counts it for all matching address limits, even if one of them is exceeded. */
  async check(request: GuardedRequest): Promise<Refusal | undefined> {
    const target = parseTarget(request.url)
    if (await this.#isSafe(request)) return undefined
    const address = this.#parts.addressOf(request)
    const rule = findBlockRule(target)
    if (rule) return toBlockRefusal(rule, address)
    const ban = await this.#bans.findBan(address)
    if (ban) return toBanRefusal(ban, this.#parts.config.institution)
    const limitedRequest = { method: request.method ?? '', path: target.path }
    const emailLimiters = this.#emailLimiters.filter(({ limit }) => limit.counts(limitedRequest))
    if (emailLimiters.length > 0) this.#emailChecks.set(request, { address, limiters: emailLimiters })
    return this.#count(
      this.#addressLimiters.filter(({ limit }) => limit.counts(limitedRequest)),
      address,
      address,
    )
  }

  async checkEmail(request: GuardedRequest, body: unknown): Promise<Refusal | undefined> {
    const pending = this.#emailChecks.get(request)
    const email = (body as { email?: unknown } | null | undefined)?.email
    if (!pending || typeof email !== 'string') return undefined
    return this.#count(pending.limiters, this.#hashEmail(email), pending.address)
  }

  /** Also counts a request for the limits of `POST path`, which has the same effect as the request's own route. */
  async checkAs(request: GuardedRequest, path: string, email: string): Promise<Refusal | undefined> {
    if (await this.#isSafe(request)) return undefined
    const ownRequest = { method: request.method ?? '', path: parseTarget(request.url).path }
    const isNew = ({ limit }: Limiter) => limit.counts({ method: 'POST', path }) && !limit.counts(ownRequest)
    const address = this.#parts.addressOf(request)
    return (
      (await this.#count(this.#addressLimiters.filter(isNew), address, address)) ??
      (await this.#count(this.#emailLimiters.filter(isNew), this.#hashEmail(email), address))
    )
  }

  isOptOut(request: object): boolean {
    return this.#optOuts.has(request)
  }

  get limits(): Limit[] {
    return this.#parts.limiters.map(({ limit }) => limit)
  }

  get banRule(): BanRule {
    return this.#parts.banRule
  }

  listBans(): Ban[] | Promise<Ban[]> {
    return this.#bans.listBans()
  }

  listViolations(): Violation[] | Promise<Violation[]> {
    return this.#bans.listViolations()
  }

  /** Returns `yes` if all processes share their counts through Redis, `interrupted` while Redis does not respond. */
  get isShared(): 'yes' | 'no' | 'interrupted' {
    if (!this.#parts.shared) return 'no'
    return this.#parts.shared.isUnavailable ? 'interrupted' : 'yes'
  }

  async liftBan(address: string): Promise<boolean> {
    const isLifted = await this.#bans.lift(address)
    await this.#parts.counters.forget(this.#addressLimiters.map(({ limit }) => toCounterKey(limit.name, address)))
    return isLifted
  }

  recordStaff(request: UnroutedRequest): void {
    this.#staffAddresses.add(this.#parts.addressOf(request), staffMs)
  }

  /** Calls `work` when this process bans an address from which signed-in staff recently sent requests. */
  onBanOfStaff(work: (ban: Ban) => void): void {
    this.#notifyOfBan = work
  }

  get size(): { counts: number; bans: number; violations: number } {
    const { counts, bans, violations } = this.#bans.size
    return { counts: counts + this.#parts.counters.size, bans, violations }
  }

  /** Deletes addresses when their window or ban has ended, because addresses are personal data. */
  sweep(): void {
    this.#parts.counters.sweep()
    this.#bans.sweep()
    this.#staffAddresses.sweep()
  }

  async #isSafe(request: GuardedRequest): Promise<boolean> {
    const { url = '' } = request
    if (isProbe(url)) return true
    if (this.#parts.config.SAFELIST_LOOPBACK && isOwnMachine(request)) return true
    try {
      if (url.startsWith('/api/v1/') && request.headers.authorization !== undefined)
        return await this.#parts.isActiveApiKey(request)
      if (!(await this.#parts.hasOptOutToken(url))) return false
      this.#optOuts.add(request)
      return true
    } catch {
      return false // the route checks again and reports the error
    }
  }

  async #count(limiters: Limiter[], client: string, address: string): Promise<Refusal | undefined> {
    const waits = await Promise.all(limiters.map(({ count }) => count(client)))
    let longest: { limit: Limit; wait: number } | undefined
    for (const [index, wait] of waits.entries())
      if (wait !== undefined && wait > (longest?.wait ?? -1)) longest = { limit: limiters[index]!.limit, wait }
    if (!longest) return undefined
    const ban = await this.#bans.record(address, longest.limit.name)
    if (ban) {
      const { limit, violations, until } = ban
      this.#parts.log.warn({ address, limit, violations, until: new Date(until).toISOString() }, '[fail2ban]')
      if (this.#staffAddresses.has(address)) this.#notifyOfBan?.(ban)
    }
    return toThrottleRefusal(longest.limit, address, longest.wait)
  }

  /** Hashes an e-mail address, so that it is stored neither in memory nor in Redis. */
  #hashEmail(email: string): string {
    return createHmac('sha256', this.#parts.config.SESSION_SECRET)
      .update(`limit:${foldEmail(withoutFormatCharacters(email))}`)
      .digest('base64url')
      .slice(0, 22)
  }
}

export type GuardOptions = Pick<GuardParts, 'config' | 'log' | 'isActiveApiKey' | 'hasOptOutToken'> & {
  isTrusted: IsTrusted
}

export async function createGuard(app: App, { isTrusted, ...options }: GuardOptions): Promise<Guard> {
  const { config, log } = options
  const shared = config.REDIS_URL ? await SharedMemory.connect(config.REDIS_URL, log) : undefined
  const counters = new Counters(shared)
  const limiters = await createLimiters(app, counters, listLimits(config))
  const addressOf = createAddressReader(isTrusted)
  const banRule = getBanRule(config)
  const guard = new Guard({ ...options, addressOf, shared, counters, limiters, banRule })
  const sweeping = setInterval(() => guard.sweep(), 10_000).unref()
  app.addHook('onClose', () => {
    clearInterval(sweeping)
    shared?.close()
  })
  return guard
}

function toThrottleRefusal({ name, max, windowMs }: Limit, address: string, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return {
    tag: '[throttle]',
    facts: { limit: name, address },
    problem: {
      status: 429,
      body: { error: `Too many attempts. Try again in ${formatDuration(seconds)}.`, retry_after: seconds },
      headers: {
        'retry-after': String(seconds),
        ratelimit: `"${name}";r=0;t=${seconds}`,
        'ratelimit-policy': `"${name}";q=${max};w=${windowMs / 1000}`,
      },
    },
  }
}

function toBanRefusal({ address, leftMs }: CurrentBan, { time_zone, support_email }: Institution): Refusal {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000))
  const until = withPeriods(
    new Date(Date.now() + leftMs).toLocaleTimeString('en-US', {
      timeStyle: 'short',
      ...(time_zone && { timeZone: time_zone }),
    }),
  )
  return {
    tag: '[fail2ban]',
    facts: { address },
    problem: {
      status: 403,
      body: {
        error: `We received too many requests from your network, so it is locked out until ${until}, for ${formatDuration(seconds)}. To get in sooner, write to ${support_email}.`,
        retry_after: seconds,
      },
      headers: { 'retry-after': String(seconds) },
    },
  }
}

function toBlockRefusal(rule: string, address: string): Refusal {
  return {
    tag: '[blocklist]',
    facts: { rule, address },
    problem: { status: 403, body: { error: 'This is not served here.' }, headers: {} },
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 100) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
