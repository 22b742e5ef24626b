import type { Db } from '../../foundations/database/db.ts'
import type { Config } from '../../foundations/process/config.ts'
import { invalid } from '../engine/times.ts'

/** Throws a 422 where something is to belong to a community that is none. */
export async function refuseUnknownCommunity(db: Db, id: number | null): Promise<void> {
  if (id === null) return
  const found = await db.find('communities', ['id'], { id })
  if (!found) throw invalid('community_id', 'There is no such community anymore.')
}

/** Every community to choose from, whether it is published or not. */
export async function communityChoices(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('communities').select(['id', 'name']).orderBy('name').orderBy('id').execute()
}

/** Communities and news, which administrators write, share these. */
export const contentKind = {
  subject: 'It',
  needs: 'admin',
  stateWords: { draft: 'a draft', scheduled: 'scheduled', published: 'published', ended: 'unpublished' },
  refuseDelete: ({ keeps }: { keeps: string | null }) => keeps,
} as const
export const contentForm = {
  choices: async (db: Db, { INSTITUTION_TIME_ZONE }: Config) => ({
    communities: await communityChoices(db),
    clock_zone: INSTITUTION_TIME_ZONE,
  }),
  show: (record: object, choices: object) => ({ record, choices }),
}
