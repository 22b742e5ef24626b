import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

/** Selects from `f`: the secrets of keys that were replaced and still work until `ends_at`. */
export function formerKeys(db: Db) {
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

/** Lists the keys that were replaced and whose former secrets still work, the one that ends first at the top. */
export function endingKeys(db: Db): Promise<{ name: string; ends_at: string }[]> {
  return formerKeys(db)
    .innerJoin('api_keys as k', 'k.id', 'f.api_key_id')
    .select(['k.name', utc('f.ends_at').as('ends_at')])
    .orderBy('f.ends_at')
    .execute()
}
