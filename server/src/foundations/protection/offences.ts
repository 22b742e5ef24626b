import { violationHours, type LimitName } from '@alumni/shared/operations/protection'
import type { Banning } from './limits.ts'
import { WindowCounts } from './counters.ts'

/** Times in milliseconds since 1970. `limit` is the one whose violation was the last drop. */
export type Ban = { address: string; since: number; until: number; limit: LimitName; violations: number }
/** A ban as it holds now, however the time of day was set meanwhile. */
export type HeldBan = Ban & { leftMs: number }
/** `at` is the last time. */
export type Violation = { address: string; limit: LimitName; at: number; count: number }

/** Violations of limits, and the bans for them. */
export type Offences = {
  banOf(address: string): HeldBan | undefined | Promise<HeldBan | undefined>
  /** Notes a violation; answers the ban when this one led to it. */
  note(address: string, limit: LimitName): Ban | undefined | Promise<Ban | undefined>
  /** Returns bans in force, the newest first. */
  bans(): Ban[] | Promise<Ban[]>
  /** One for each address and limit, the newest first. */
  violations(): Violation[] | Promise<Violation[]>
  /** False when there was no such ban. */
  lift(address: string): boolean | Promise<boolean>
  /** How much this process holds. */
  readonly size: { counts: number; bans: number; violations: number }
  /** Forgets here what has expired: addresses are personal data. */
  sweep(): void
}

export const retentionMs = violationHours * 60 * 60_000
export const maxBans = 10_000
export const maxViolations = 1000

/** In this process's memory; what has expired is forgotten at the next look or note. */
export class OwnOffences implements Offences {
  readonly #counts = new WindowCounts(10_000)
  /** Bans expire by the clock of this process, which no one sets. */
  readonly #bans = new Map<string, { ban: Ban; endsAt: number }>()
  readonly #violations = new Map<string, { violation: Violation; notedAt: number }>()
  readonly #banning: Banning

  constructor(banning: Banning) {
    this.#banning = banning
  }

  banOf(address: string): HeldBan | undefined {
    const entry = this.#bans.get(address)
    if (!entry) return undefined
    const leftMs = entry.endsAt - performance.now()
    if (leftMs > 0) return { ...entry.ban, leftMs }
    this.#bans.delete(address)
    return undefined
  }

  note(address: string, limit: LimitName): Ban | undefined {
    const at = Date.now()
    const key = `${limit} ${address}`
    const count = (this.#violations.get(key)?.violation.count ?? 0) + 1
    this.#violations.delete(key)
    this.#violations.set(key, { violation: { address, limit, at, count }, notedAt: performance.now() })
    this.sweep()
    const { max, windowMs, banMs } = this.#banning
    const { current } = this.#counts.add(address, windowMs)
    if (current < max || this.banOf(address)) return undefined
    const ban = { address, since: at, until: at + banMs, limit, violations: current }
    this.remember(ban, banMs)
    return ban
  }

  /** Takes over a ban that was made elsewhere. */
  remember(ban: Ban, leftMs: number): void {
    this.#bans.delete(ban.address)
    this.#bans.set(ban.address, { ban, endsAt: performance.now() + leftMs })
    if (this.#bans.size > maxBans) this.#bans.delete(this.#bans.keys().next().value!)
  }

  bans(): Ban[] {
    this.sweep()
    return [...this.#bans.values()].map(({ ban }) => ban).sort((a, b) => b.since - a.since)
  }

  violations(): Violation[] {
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

  /** Violations are in the order of time. */
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
