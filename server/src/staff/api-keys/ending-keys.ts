import type { Db } from '../../foundations/database/db.ts'
import { sql } from 'kysely'
import { utc } from '../../foundations/database/utc.ts'

/** Lists the keys that were rotated and whose former value still works, the one that ends first at the top. */
export function endingKeys(db: Db): Promise<{ name: string; ends_at: string }[]> {
  return db
    .selectFrom('api_keys as k')
    .select(['k.name', utc('k.previous_until').as('ends_at')])
    .where('k.revoked_at', 'is', null)
    .where('k.previous_until', '>', sql<string>`now()`)
    .orderBy('k.previous_until')
    .execute()
}
