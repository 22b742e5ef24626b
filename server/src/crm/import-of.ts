import { sql } from 'kysely'
import type { OfImport } from '@alumni/shared/crm'
import type { EntityManager } from '../database/orm.ts'

/** The contacts import that a list is narrowed to; null when there is no such one. */
export async function importOf(em: EntityManager, id: number | undefined): Promise<OfImport | null> {
  if (id === undefined) return null
  const { rows } = await sql<OfImport>`
    select b.id, b.file_name, s.name as imported_by from contact_import_batches b join staff_users s on s.id = b.imported_by_id where b.id = ${id}
  `.execute(em.getKysely())
  return rows[0] ? { ...rows[0], id: Number(rows[0].id) } : null
}
