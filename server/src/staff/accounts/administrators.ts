import type { Db } from '../../foundations/database/db.ts'

/** The ids of administrators whose accounts are active. */
export async function activeAdministrators(db: Db): Promise<number[]> {
  const rows = await db.findAll('staff_users', ['id'], { role: 'admin', is_active: true })
  return rows.map(({ id }) => id)
}
