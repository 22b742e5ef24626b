import type { Location } from '@alumni/shared/publications/locations'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

export const locationColumns = ['t.city', 't.region', 't.country'] as const

const maxSuggested = 200

export async function listUsedLocations(db: Db): Promise<Location[]> {
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

export async function listUsedCities(db: Db, table: 'events' | 'opportunities'): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select(sql<string>`city`.as('city'))
    .distinct()
    .where('city', 'is not', null)
    .orderBy('city')
    .execute()
  return rows.map(({ city }) => city)
}

/** Splits an address into parts and removes trailing state codes and numbers: `Dublin 2` becomes `Dublin`. */
export function splitAddress(text: string): string[] {
  return text.split(/[,;·\n]/).flatMap((part) => {
    const words = part.split(' ').filter(Boolean)
    const end = words.findLastIndex((word) => !/^(?:[A-Z]{2}|[\d-]+)$/.test(word))
    return end < 0 ? [] : [words.slice(0, end + 1).join(' ')]
  })
}
