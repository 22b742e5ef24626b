import type { Location } from '@alumni/shared/publications/locations'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

export const locationColumns = ['t.city', 't.region', 't.country'] as const

const maxSuggested = 200

/** The cities of events and opportunities so far, those used most often first. */
export async function usedLocations(db: Db): Promise<Location[]> {
  return db
    .selectFrom(
      db
        .selectFrom('events')
        .select(['city', 'region', 'country'])
        .unionAll(db.selectFrom('opportunities').select(['city', 'region', 'country']))
        .as('t'),
    )
    .select([sql<string>`t.city`.as('city'), 't.region', 't.country'])
    .where('t.city', 'is not', null)
    .groupBy(['t.city', 't.region', 't.country'])
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('t.city')
    .limit(maxSuggested)
    .execute()
}

/** The cities by which a list can be filtered, in the order of their names. */
export async function citiesOf(db: Db, table: 'events' | 'opportunities'): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select(sql<string>`city`.as('city'))
    .distinct()
    .where('city', 'is not', null)
    .orderBy('city')
    .execute()
  return rows.map(({ city }) => city)
}
