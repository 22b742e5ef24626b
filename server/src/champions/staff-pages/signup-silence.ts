import { silences, type Silence } from '@alumni/shared/champions/staff-page'
import type { EntityManager } from '../../foundations/database/orm.ts'

/** Why nobody may write to the alumnus that a signup is linked to: the weightiest reason; null where there is none, or no link. */
export async function silenceOf(em: EntityManager, buid: string | null): Promise<Silence | null> {
  if (buid === null) return null
  const alumnus = await em
    .getKysely()
    .selectFrom('alumni')
    .select([...silences])
    .where('buid', '=', buid)
    .executeTakeFirst()
  return silences.find((silence) => alumnus?.[silence]) ?? null
}
