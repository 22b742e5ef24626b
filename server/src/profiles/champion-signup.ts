import { sql } from 'kysely'
import type { ChampionSignup } from '@alumni/shared/alumni'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'

/** The signup of this person that counts: not deleted, a linked one first, then the latest. */
export async function championSignupOf(em: EntityManager, buid: string): Promise<ChampionSignup | null> {
  const { rows } = await sql<ChampionSignup>`
    select status, email, ${utc('c.created_at')} as signed_up_at, city, coalesce(zip_code, postal_code) as postal_code, nullif(country, '') as country, google_linked_at is not null as google_linked
    from champion_signups c where buid = ${buid} and deleted_at is null order by status = 'linked' desc, c.created_at desc, id desc limit 1
  `.execute(em.getKysely())
  return rows[0] ?? null
}
