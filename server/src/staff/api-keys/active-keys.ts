import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { readBearerToken } from '../../foundations/http/request.ts'
import { hashApiKey, isApiKey } from './key-format.ts'

/** An active key with the hash of its secret. `isUseRecorded` is true if a use was recorded in the last minute. */
export type ActiveApiKey = { id: number; name: string; hash: string; isUseRecorded: boolean }

/** Active keys by hash; `until` is on the `performance.now()` clock. */
type Keys = Map<string, ActiveApiKey & { until: number }>

const cacheMs = 2_000

const wasUsedRecently = sql<boolean>`coalesce(last_used_at > now() - interval '1 minute', false)`

/** Caches all keys for two seconds, so other processes accept a revoked key for up to two seconds. */
export class ActiveApiKeys {
  readonly #db: Db
  #keys: Promise<Keys> | undefined
  #readAt = -Infinity

  constructor(db: Db) {
    this.#db = db
  }

  /** Returns null for an invalid, unknown, revoked or expired key. */
  async find(text: string): Promise<ActiveApiKey | null> {
    if (!isApiKey(text)) return null
    const key = (await this.#current()).get(hashApiKey(text))
    return key && key.until > performance.now() ? key : null
  }

  async findByRequest(request: Parameters<typeof readBearerToken>[0]): Promise<ActiveApiKey | null> {
    const text = readBearerToken(request)
    return text === undefined ? null : this.find(text)
  }

  /** Must be called after this process issues or revokes a key. */
  invalidate(): void {
    this.#readAt = -Infinity
  }

  #current(): Promise<Keys> {
    if (this.#keys && performance.now() - this.#readAt < cacheMs) return this.#keys
    this.#readAt = performance.now()
    const keys = this.#read()
    // The next caller repeats a failed query.
    keys.catch(() => this.invalidate())
    return (this.#keys = keys)
  }

  async #read(): Promise<Keys> {
    const currentKeys = await this.#db
      .selectFrom('api_keys')
      .select([
        'id',
        'name',
        'key_hash as hash',
        sql<boolean>`${wasUsedRecently} and not awaits_first_use`.as('isUseRecorded'),
      ])
      .where('revoked_at', 'is', null)
      .execute()
    const formerKeys = await selectFormerKeys(this.#db)
      .select(['f.id', 'f.name', 'f.key_hash as hash', wasUsedRecently.as('isUseRecorded')])
      .select(sql<number>`extract(epoch from f.ends_at - now())::float8 * 1000`.as('remainingMs'))
      .execute()
    const now = performance.now()
    return new Map([
      ...formerKeys.map(({ remainingMs, ...key }) => [key.hash, { ...key, until: now + remainingMs }] as const),
      ...currentKeys.map((key) => [key.hash, { ...key, until: Infinity }] as const),
    ])
  }
}

/** Selects replaced secrets that still work, as `f`. Each secret works until `f.ends_at`. */
function selectFormerKeys(db: Db) {
  const previous = db
    .selectFrom('api_keys as k')
    .select((eb) => [
      eb.ref('k.previous_key_hash').$notNull().as('key_hash'),
      eb.ref('k.previous_until').$notNull().as('ends_at'),
    ])
    .select(['k.id', 'k.name', 'k.last_used_at', 'k.revoked_at'])
  const older = db
    .selectFrom('api_key_overlaps as o')
    .innerJoin('api_keys as k', 'k.id', 'o.api_key_id')
    .select(['o.key_hash', 'o.ends_at', 'k.id', 'k.name', 'k.last_used_at', 'k.revoked_at'])
  return db
    .selectFrom(previous.unionAll(older).as('f'))
    .where('f.revoked_at', 'is', null)
    .where('f.ends_at', '>', sql<string>`now()`)
}

/** Lists keys with a replaced secret that still works, earliest end first. */
export function listEndingKeys(db: Db): Promise<{ name: string; ends_at: string }[]> {
  return selectFormerKeys(db)
    .select(['f.name', utc('f.ends_at').as('ends_at')])
    .orderBy('f.ends_at')
    .execute()
}
