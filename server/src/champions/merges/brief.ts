import type { BriefSignup } from '@alumni/shared/champions/merges'
import { placeName } from '@alumni/shared/countries'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

/** These signups in short, by id; deleted ones too. */
export async function briefsOf(db: Db, ids: readonly number[]): Promise<Map<number, BriefSignup>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('champion_signups as s')
    .select(['s.id', 's.email', 's.first_name', 's.last_name', 's.former_last_name', 's.status', 's.buid'])
    .select(['s.city', 's.zip_code', 's.postal_code', 's.country', utc('s.created_at').as('created_at')])
    .where('s.id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(({ first_name, last_name, former_last_name, city, zip_code, postal_code, country, ...signup }) => {
      const name = [first_name, former_last_name && `(${former_last_name})`, last_name].filter(Boolean).join(' ')
      const place = placeName({ city, state: null, country }, zip_code ?? postal_code)
      return [signup.id, { ...signup, name, place: place || null }]
    }),
  )
}
