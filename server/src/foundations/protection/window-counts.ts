import { LruMap } from 'toad-cache'

/** How often, and how many milliseconds until it begins anew. */
export type Count = { current: number; ttl: number }

type Window = { count: number; until: number }

/** Counts in this process's memory, in windows that begin with their first hit. At most `maxKeys` keys: the one that was quiet for longest goes first. */
export class WindowCounts {
  /** Not a Map: taking the oldest from a large one again and again skips all that were taken before, ever more slowly. */
  readonly #windows: LruMap<Window>

  constructor(maxKeys: number) {
    this.#windows = new LruMap(maxKeys)
  }

  add(key: string, windowMs: number): Count {
    const now = Date.now()
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
    this.#windows.set(key, { count: current, until: Date.now() + ttl })
  }

  delete(key: string): void {
    this.#windows.delete(key)
  }

  /** Forgets the windows that are over. */
  sweep(): void {
    const now = Date.now()
    for (const [key, { value }] of this.#windows.items) if (value.until <= now) this.#windows.delete(key)
  }
}
