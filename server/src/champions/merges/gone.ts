import { sql } from 'kysely'
import type { Signup } from '../record/find-signup.ts'
import type { Db } from '../../foundations/database/db.ts'

/** The merge by which a signup is gone, where it is gone by one. */
export async function mergeOf(db: Db, source: number) {
  return db
    .selectFrom('signup_merges as m')
    .innerJoin('staff_users as u', 'u.id', 'm.merged_by_id')
    .select(['m.id', 'm.survivor_id', 'u.name as merged_by'])
    .where(sql<boolean>`m.source_ids @> array[${source}]::bigint[]`)
    .where('m.undone_at', 'is', null)
    .executeTakeFirst()
}

/** Why a signup is not there any more, in a sentence. */
export async function whyMissing(
  db: Db,
  { id, merged_into_id }: Pick<Signup, 'id' | 'merged_into_id'>,
): Promise<{ sentence: string; merge_id: number | null }> {
  const merge = await mergeOf(db, id)
  if (merge)
    return {
      sentence: `${merge.merged_by} has merged signup ${id} into signup ${merge.survivor_id}.`,
      merge_id: merge.id,
    }
  if (merged_into_id !== null)
    return { sentence: `Signup ${id} was merged into signup ${merged_into_id}.`, merge_id: null }
  return { sentence: `Signup ${id} was deleted.`, merge_id: null }
}
