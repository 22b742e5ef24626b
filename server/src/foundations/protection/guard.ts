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
import { blockedBy, targetOf } from './blocklist.ts'
import { addressReader, isOwnMachine, type AddressOf, type Sent } from './client-address.ts'
import { counterKey, Counters, createLimiters, WindowCounts, type Limiter } from './counters.ts'
import { banningOf, limitsOf, type Banning, type Limit } from './limits.ts'
import { OwnOffences, type Ban, type HeldBan, type Offences, type Violation } from './offences.ts'
import { SharedMemory } from './shared-memory.ts'
import { SharedOffences } from './shared-offences.ts'

/** For this long after a staff request, its address counts as one where staff are signed in. */
const staffMs = 60 * 60_000

/** Whether a request to `/api/v1/*` with a Bearer token carries an active API key. */
export type IsActiveApiKey = (request: Sent) => boolean | Promise<boolean>

/** Whether the address of a request has a valid token by which a person says no to e-mails. */
export type HasOptOutToken = (url: string) => Promise<boolean>

type Asking = Sent & Partial<Pick<IncomingMessage, 'method' | 'url'>>
type Parts = {
  config: Config
  log: Logger
  addressOf: AddressOf
  isActiveApiKey: IsActiveApiKey
  hasOptOutToken: HasOptOutToken
  shared: SharedMemory | undefined
  counters: Counters
  limiters: Limiter[]
  banning: Banning
}

/** Decides whether a request comes in: safelists, then blocklists and bans, then limits. Knows no database. */
export class Guard {
  readonly #parts: Parts
  readonly #offences: Offences
  readonly #ofAddress: Limiter[]
  readonly #ofEmail: Limiter[]
  /** Requests whose e-mail address is to be counted when the body is there. */
  readonly #awaited = new WeakMap<object, { address: string; limiters: Limiter[] }>()
  readonly #ofStaff = new WindowCounts(10_000)
  readonly #optOuts = new WeakSet<object>()
  #notifyOfBan: ((ban: Ban) => void) | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#offences = parts.shared ? new SharedOffences(parts.shared, parts.banning) : new OwnOffences(parts.banning)
    this.#ofAddress = parts.limiters.filter(({ limit }) => limit.whom === 'address')
    this.#ofEmail = parts.limiters.filter(({ limit }) => limit.whom === 'email')
  }

  /** Before routing. A request counts for every limit that it belongs to, whether or not it is over another one. */
  async check(request: Asking): Promise<Refusal | undefined> {
    const target = targetOf(request.url)
    if (await this.#isSafe(request)) return undefined
    const address = this.#parts.addressOf(request)
    const rule = blockedBy(target)
    if (rule) return blocked(rule, address)
    const ban = await this.#offences.banOf(address)
    if (ban) return banned(ban, this.#parts.config.institution)
    const asked = { method: request.method ?? '', path: target.path }
    const ofEmail = this.#ofEmail.filter(({ limit }) => limit.counts(asked))
    if (ofEmail.length > 0) this.#awaited.set(request, { address, limiters: ofEmail })
    return this.#count(
      this.#ofAddress.filter(({ limit }) => limit.counts(asked)),
      address,
      address,
    )
  }

  /** After the body has been read: the limits on the e-mail address in it. */
  async checkEmail(request: Asking, body: unknown): Promise<Refusal | undefined> {
    const awaited = this.#awaited.get(request)
    const email = (body as { email?: unknown } | null | undefined)?.email
    if (!awaited || typeof email !== 'string') return undefined
    return this.#count(awaited.limiters, this.#withoutName(email), awaited.address)
  }

  /** A request that turns out to do what posting to `path` does: it counts for the limits of that path too. */
  async checkAs(request: Asking, path: string, email: string): Promise<Refusal | undefined> {
    if (await this.#isSafe(request)) return undefined
    const before = { method: request.method ?? '', path: targetOf(request.url).path }
    const isNew = ({ limit }: Limiter) => limit.counts({ method: 'POST', path }) && !limit.counts(before)
    const address = this.#parts.addressOf(request)
    return (
      (await this.#count(this.#ofAddress.filter(isNew), address, address)) ??
      (await this.#count(this.#ofEmail.filter(isNew), this.#withoutName(email), address))
    )
  }

  /** Whether `check` has found a valid token in the address by which a person says no to e-mails. */
  isOptOut(request: object): boolean {
    return this.#optOuts.has(request)
  }

  get limits(): Limit[] {
    return this.#parts.limiters.map(({ limit }) => limit)
  }

  get banning(): Banning {
    return this.#parts.banning
  }

  bans(): Ban[] | Promise<Ban[]> {
    return this.#offences.bans()
  }

  violations(): Violation[] | Promise<Violation[]> {
    return this.#offences.violations()
  }

  /** Whether all processes count together: `interrupted` while Redis does not answer. */
  get isShared(): 'yes' | 'no' | 'interrupted' {
    if (!this.#parts.shared) return 'no'
    return this.#parts.shared.isAway ? 'interrupted' : 'yes'
  }

  /** Lets an address in again and counts it from nought; false when it was not banned. */
  async lift(address: string): Promise<boolean> {
    const isLifted = await this.#offences.lift(address)
    await this.#parts.counters.forget(this.#ofAddress.map(({ limit }) => counterKey(limit.name, address)))
    return isLifted
  }

  /** Someone of the staff is signed in where this request comes from. */
  noteStaff(request: Sent): void {
    this.#ofStaff.add(this.#parts.addressOf(request), staffMs)
  }

  /** Calls `work` with each ban that this process makes of an address from which staff were signed in lately. */
  onBanOfStaff(work: (ban: Ban) => void): void {
    this.#notifyOfBan = work
  }

  /** How many counts, bans and violations this process holds. */
  get remembered(): { counts: number; bans: number; violations: number } {
    const { counts, bans, violations } = this.#offences.size
    return { counts: counts + this.#parts.counters.size, bans, violations }
  }

  /** Addresses are personal data: no process remembers them for longer than a window or a ban lasts. */
  sweep(): void {
    this.#parts.counters.sweep()
    this.#offences.sweep()
    this.#ofStaff.sweep()
  }

  async #isSafe(request: Asking): Promise<boolean> {
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
      return false // the route will ask again, and say what is wrong
    }
  }

  async #count(limiters: Limiter[], whom: string, address: string): Promise<Refusal | undefined> {
    const waits = await Promise.all(limiters.map(({ count }) => count(whom)))
    let longest: { limit: Limit; wait: number } | undefined
    for (const [index, wait] of waits.entries())
      if (wait !== undefined && wait > (longest?.wait ?? -1)) longest = { limit: limiters[index]!.limit, wait }
    if (!longest) return undefined
    const ban = await this.#offences.note(address, longest.limit.name)
    if (ban) {
      const { limit, violations, until } = ban
      this.#parts.log.warn({ address, limit, violations, until: new Date(until).toISOString() }, '[fail2ban]')
      if (this.#ofStaff.has(address)) this.#notifyOfBan?.(ban)
    }
    return throttled(longest.limit, address, longest.wait)
  }

  /** Neither memory nor Redis holds e-mail addresses. */
  #withoutName(email: string): string {
    return createHmac('sha256', this.#parts.config.SESSION_SECRET)
      .update(`limit:${foldEmail(withoutFormatCharacters(email))}`)
      .digest('base64url')
      .slice(0, 22)
  }
}

export type GuardOptions = Pick<Parts, 'config' | 'log' | 'isActiveApiKey' | 'hasOptOutToken'> & {
  isTrusted: IsTrusted
}

/** Counts in Redis when `REDIS_URL` names one, else in this process. */
export async function createGuard(app: App, { isTrusted, ...options }: GuardOptions): Promise<Guard> {
  const { config, log } = options
  const shared = config.REDIS_URL ? await SharedMemory.connect(config.REDIS_URL, log) : undefined
  const counters = new Counters(shared)
  const limiters = await createLimiters(app, counters, limitsOf(config))
  const addressOf = addressReader(isTrusted)
  const banning = banningOf(config)
  const guard = new Guard({ ...options, addressOf, shared, counters, limiters, banning })
  const sweeping = setInterval(() => guard.sweep(), 10_000).unref()
  app.addHook('onClose', () => {
    clearInterval(sweeping)
    shared?.close()
  })
  return guard
}

/** `waitMs` is what remains of the window. */
function throttled({ name, max, windowMs }: Limit, address: string, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return {
    tag: '[throttle]',
    facts: { limit: name, address },
    problem: {
      status: 429,
      body: { error: `Too many attempts. Try again in ${inWords(seconds)}.`, retry_after: seconds },
      headers: {
        'retry-after': String(seconds),
        ratelimit: `"${name}";r=0;t=${seconds}`,
        'ratelimit-policy': `"${name}";q=${max};w=${windowMs / 1000}`,
      },
    },
  }
}

function banned({ address, leftMs }: HeldBan, { time_zone, support_email }: Institution): Refusal {
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
        error: `We received too many requests from your network, so it is locked out until ${until}, for ${inWords(seconds)}. To get in sooner, write to ${support_email}.`,
        retry_after: seconds,
      },
      headers: { 'retry-after': String(seconds) },
    },
  }
}

function blocked(rule: string, address: string): Refusal {
  return {
    tag: '[blocklist]',
    facts: { rule, address },
    problem: { status: 403, body: { error: 'This is not served here.' }, headers: {} },
  }
}

function inWords(seconds: number): string {
  if (seconds < 100) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
