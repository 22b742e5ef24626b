import type { z } from 'zod'
import type { askChoices } from '@alumni/shared/publications/asks'
import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'

const maxChoices = 500

/** What people can be asked for: events and opportunities that are or were on the site, the latest first. */
export async function readAskChoices(db: Db): Promise<z.output<typeof askChoices>> {
  return {
    events: await db
      .selectFrom('events')
      .select([
        'id',
        sql<string>`title || ' · ' || to_char(starts_at at time zone time_zone, 'FMMon FMDD, YYYY')`.as('title'),
      ])
      .where('published_at', 'is not', null)
      .orderBy('starts_at', 'desc')
      .limit(maxChoices)
      .execute(),
    opportunities: await db
      .selectFrom('opportunities')
      .select(['id', 'title'])
      .where('published_at', 'is not', null)
      .orderBy('published_at', 'desc')
      .limit(maxChoices)
      .execute(),
  }
}
