import { violationHours, type LimitName } from '@alumni/shared/operations/protection'
import type { BanRule } from './limits.ts'
import { WindowCounts } from './counters.ts'

/** Times are Unix timestamps in milliseconds. `limit` is the limit violated last. */
export type Ban = { address: string; since: number; until: number; limit: LimitName; violations: number }
/** A ban with its remaining time, which changes to the system time do not affect. */
export type CurrentBan = Ban & { leftMs: number }
export type Violation = { address: string; limit: LimitName; at: number; count: number }

export type BanStore = {
  findBan(address: string): CurrentBan | undefined | Promise<CurrentBan | undefined>
  record(address: string, limit: LimitName): Ban | undefined | Promise<Ban | undefined>
  listBans(): Ban[] | Promise<Ban[]>
  /** Returns one violation per address and limit, newest first. */
  listViolations(): Violation[] | Promise<Violation[]>
  /** Returns false if there was no such ban. */
  lift(address: string): boolean | Promise<boolean>
  readonly size: { counts: number; bans: number; violations: number }
  /** Deletes expired entries from this process's memory, because addresses are personal data. */
  sweep(): void
}

export const retentionMs = violationHours * 60 * 60_000
export const maxBans = 10_000
export const maxViolations = 1000

export class LocalBanStore implements BanStore {
  readonly #counts = new WindowCounts(10_000)
  /** `endsAt` is on the `performance.now()` clock. */
  readonly #bans = new Map<string, { ban: Ban; endsAt: number }>()
  readonly #violations = new Map<string, { violation: Violation; notedAt: number }>()
  readonly #banRule: BanRule

  constructor(banRule: BanRule) {
    this.#banRule = banRule
  }

  findBan(address: string): CurrentBan | undefined {
    const entry = this.#bans.get(address)
    if (!entry) return undefined
    const leftMs = entry.endsAt - performance.now()
    if (leftMs > 0) return { ...entry.ban, leftMs }
    this.#bans.delete(address)
    return undefined
  }

  record(address: string, limit: LimitName): Ban | undefined {
    const time = Date.now()
    const key = `${limit} ${address}`
    const count = (this.#violations.get(key)?.violation.count ?? 0) + 1
    this.#violations.delete(key)
    this.#violations.set(key, { violation: { address, limit, at: time, count }, notedAt: performance.now() })
    this.sweep()
    const { max, windowMs, banMs } = this.#banRule
    const { current } = this.#counts.add(address, windowMs)
    if (current < max || this.findBan(address)) return undefined
    const ban = { address, since: time, until: time + banMs, limit, violations: current }
    this.remember(ban, banMs)
    return ban
  }

  remember(ban: Ban, leftMs: number): void {
    this.#bans.delete(ban.address)
    this.#bans.set(ban.address, { ban, endsAt: performance.now() + leftMs })
    if (this.#bans.size > maxBans) this.#bans.delete(this.#bans.keys().next().value!)
  }

  listBans(): Ban[] {
    this.sweep()
    return [...this.#bans.values()].map(({ ban }) => ban).sort((a, b) => b.since - a.since)
  }

  listViolations(): Violation[] {
    this.sweep()
    return [...this.#violations.values()].map(({ violation }) => violation).reverse()
  }

  lift(address: string): boolean {
    this.#counts.delete(address)
    return this.#bans.delete(address)
  }

  get size() {
    return { counts: this.#counts.size, bans: this.#bans.size, violations: this.#violations.size }
  }

  /** Stops at the first recent violation, because violations are sorted by time. */
  sweep(): void {
    const now = performance.now()
    this.#counts.sweep()
    for (const [key, { notedAt }] of this.#violations) {
      if (notedAt > now - retentionMs && this.#violations.size <= maxViolations) break
      this.#violations.delete(key)
    }
    for (const [address, { endsAt }] of this.#bans) {
      if (endsAt <= now) this.#bans.delete(address)
    }
  }
}
