import { sql } from 'kysely'
import type { BriefSignup } from '@alumni/shared/champions/merges'
import { placeName } from '@alumni/shared/countries'
import type { Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

/** Includes deleted signups. */
export async function readBriefs(db: Db, ids: readonly number[]): Promise<Map<number, BriefSignup>> {
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

/** Finds the merge that merged signup `source` into another; undefined if there is none or it was undone. */
export async function findMergeOfSource(db: Db, source: number) {
  return db
    .selectFrom('signup_merges as m')
    .innerJoin('staff_users as u', 'u.id', 'm.merged_by_id')
    .select(['m.id', 'm.survivor_id', 'u.name as merged_by'])
    .where(sql<boolean>`m.source_ids @> array[${source}]::bigint[]`)
    .where('m.undone_at', 'is', null)
    .executeTakeFirst()
}

/** Explains why a signup is gone. `merge_id` is null if the signup was deleted or the merge was not recorded. */
export async function describeMissing(
  db: Db,
  { id, merged_into_id }: Pick<Signup, 'id' | 'merged_into_id'>,
): Promise<{ message: string; merge_id: number | null }> {
  const merge = await findMergeOfSource(db, id)
  if (merge)
    return {
      message: `${merge.merged_by} has merged signup ${id} into signup ${merge.survivor_id}.`,
      merge_id: merge.id,
    }
  if (merged_into_id !== null)
    return { message: `Signup ${id} was merged into signup ${merged_into_id}.`, merge_id: null }
  return { message: `Signup ${id} was deleted.`, merge_id: null }
}
