import type { OnFile } from '@alumni/shared/alumni/on-file'
import type { EntityManager } from '../../foundations/database/orm.ts'

const askedFor = 3

/** Whether there is anyone on file; while there is nobody, who can bring people in. */
export async function whoIsOnFile(em: EntityManager): Promise<OnFile> {
  const anyone = await em.getKysely().selectFrom('alumni').select('id').limit(1).executeTakeFirst()
  if (anyone) return { has_alumni: true, administrators: [] }
  const administrators = await em
    .getKysely()
    .selectFrom('staff_users')
    .select('name')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(askedFor)
    .execute()
  return { has_alumni: false, administrators: administrators.map(({ name }) => name) }
}
