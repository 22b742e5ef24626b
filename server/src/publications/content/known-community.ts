import type { Db } from '../../foundations/database/db.ts'
import { invalid } from './local-time.ts'

/** Throws a 422 where something is to belong to a community that is none. */
export async function knownCommunity(db: Db, id: number | null): Promise<void> {
  if (id === null) return
  const found = await db.selectFrom('communities').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid('community_id', 'There is no such community any more.')
}

/** Every community to choose from, whether it is published or not. */
export async function communityChoices(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('communities').select(['id', 'name']).orderBy('name').orderBy('id').execute()
}
