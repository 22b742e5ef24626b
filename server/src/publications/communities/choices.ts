import type { Db } from '../../foundations/database/db.ts'
import type { Config } from '../../foundations/process/config.ts'
import { invalid } from '../engine/times.ts'

export async function refuseUnknownCommunity(db: Db, id: number | null): Promise<void> {
  if (id === null) return
  const found = await db.find('communities', ['id'], { id })
  if (!found) throw invalid('community_id', 'There is no such community anymore.')
}

export async function listCommunityChoices(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('communities').select(['id', 'name']).orderBy('name').orderBy('id').execute()
}

export const contentKind = {
  subject: 'It',
  needs: 'admin',
  stateDescriptions: { draft: 'a draft', scheduled: 'scheduled', published: 'published', ended: 'unpublished' },
  refuseDelete: ({ deletion_blocker }: { deletion_blocker: string | null }) => deletion_blocker,
} as const
export const contentForm = {
  choices: async (db: Db, { INSTITUTION_TIME_ZONE }: Config) => ({
    communities: await listCommunityChoices(db),
    clock_zone: INSTITUTION_TIME_ZONE,
  }),
  show: (record: object, choices: object) => ({ record, choices }),
}
