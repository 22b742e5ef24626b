import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'
import { readBearerToken } from '../../foundations/http/request.ts'
import { hashApiKey, isApiKey } from './key-format.ts'

/** An active key. `hash` is that of the secret; `isUseRecorded` means that it was used within the last minute. */
export type ActiveApiKey = { id: number; name: string; hash: string; isUseRecorded: boolean }

/** Keys by hash; `until` is in milliseconds of `performance.now()`. */
type Keys = Map<string, ActiveApiKey & { until: number }>

const freshMs = 2_000

const wasUsedLately = sql<boolean>`coalesce(last_used_at > now() - interval '1 minute', false)`

/** Caches all keys for two seconds, so that a revoked key stops soon in every process. */
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

  /** Returns the active key in `Authorization: Bearer`, if any. */
  async findByRequest(request: Parameters<typeof readBearerToken>[0]): Promise<ActiveApiKey | null> {
    const text = readBearerToken(request)
    return text === undefined ? null : this.find(text)
  }

  /** Invalidates the cache after this process has issued or revoked a key. */
  forget(): void {
    this.#readAt = -Infinity
  }

  #current(): Promise<Keys> {
    if (this.#keys && performance.now() - this.#readAt < freshMs) return this.#keys
    this.#readAt = performance.now()
    const keys = this.#read()
    // The next caller repeats a failed query.
    keys.catch(() => this.forget())
    return (this.#keys = keys)
  }

  async #read(): Promise<Keys> {
    const rows = await this.#db
      .selectFrom('api_keys')
      .select([
        'id',
        'name',
        'key_hash as hash',
        sql<boolean>`${wasUsedLately} and not awaits_first_use`.as('isUseRecorded'),
      ])
      .where('revoked_at', 'is', null)
      .execute()
    const former = await selectFormerKeys(this.#db)
      .innerJoin('api_keys as k', 'k.id', 'f.api_key_id')
      .select(['k.id', 'k.name', 'f.key_hash as hash', wasUsedLately.as('isUseRecorded')])
      .select(sql<number>`extract(epoch from f.ends_at - now())::float8 * 1000`.as('leftMs'))
      .execute()
    const now = performance.now()
    return new Map([
      ...former.map(({ leftMs, ...key }) => [key.hash, { ...key, until: now + leftMs }] as const),
      ...rows.map((key) => [key.hash, { ...key, until: Infinity }] as const),
    ])
  }
}

/** Selects replaced secrets that work until `ends_at`, as `f`. */
function selectFormerKeys(db: Db) {
  const previous = db
    .selectFrom('api_keys')
    .select((eb) => [
      'id as api_key_id',
      eb.ref('previous_key_hash').$notNull().as('key_hash'),
      eb.ref('previous_prefix').$notNull().as('prefix'),
      eb.ref('previous_until').$notNull().as('ends_at'),
      'revoked_at',
    ])
  const older = db
    .selectFrom('api_key_overlaps as o')
    .innerJoin('api_keys as k', 'k.id', 'o.api_key_id')
    .select(['o.api_key_id', 'o.key_hash', 'o.prefix', 'o.ends_at', 'k.revoked_at'])
  return db
    .selectFrom(previous.unionAll(older).as('f'))
    .where('f.revoked_at', 'is', null)
    .where('f.ends_at', '>', sql<string>`now()`)
}

/** Lists replaced keys with former secrets that still work, by end. */
export function listEndingKeys(db: Db): Promise<{ name: string; ends_at: string }[]> {
  return selectFormerKeys(db)
    .innerJoin('api_keys as k', 'k.id', 'f.api_key_id')
    .select(['k.name', utc('f.ends_at').as('ends_at')])
    .orderBy('f.ends_at')
    .execute()
}
