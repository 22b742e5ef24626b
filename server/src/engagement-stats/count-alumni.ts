import type { EntityManager } from '../database/orm.ts'
import { isCode, type Filters } from './filters.ts'

/** Living people on file with the college and the affinity. */
export async function countAlumni(em: EntityManager, { college, affinity }: Filters): Promise<number> {
  const segment = await em
    .getKysely()
    .selectFrom('statistics_segments')
    .select('alumni')
    .where(isCode('college_code', college))
    .where(isCode('affinity_code', affinity))
    .executeTakeFirst()
  return segment?.alumni ?? 0
}
