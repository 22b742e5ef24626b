import type { Db } from '../../foundations/database/db.ts'

/** The ids of administrators whose accounts are active. */
export async function activeAdministrators(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('staff_users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}
