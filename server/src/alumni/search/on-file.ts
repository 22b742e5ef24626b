import type { OnFile } from '@alumni/shared/alumni/on-file'
import type { Db } from '../../foundations/database/db.ts'

const askedFor = 3

/** Whether there is anyone on file; while there is nobody, who can bring people in. */
export async function whoIsOnFile(db: Db): Promise<OnFile> {
  const anyone = await db.selectFrom('alumni').select('id').limit(1).executeTakeFirst()
  if (anyone) return { has_alumni: true, administrators: [] }
  const administrators = await db
    .selectFrom('staff_users')
    .select('name')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(askedFor)
    .execute()
  return { has_alumni: false, administrators: administrators.map(({ name }) => name) }
}
