import { sql } from 'kysely'
import type { EntityManager } from '../database/orm.ts'
import { isCode, type Filters } from './filters.ts'

/** Living people on file with the college and the affinity. */
export async function countAlumni(em: EntityManager, { college, affinity }: Filters): Promise<number> {
  const { rows } = await sql<{
    alumni: number
  }>`select alumni from statistics_segments where ${isCode('college_code', college)} and ${isCode('affinity_code', affinity)}`.execute(
    em.getKysely(),
  )
  return rows[0]?.alumni ?? 0
}
