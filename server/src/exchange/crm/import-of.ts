import type { OfImport } from '@alumni/shared/exchange/crm'
import type { EntityManager } from '../../foundations/database/orm.ts'

/** The contacts import that a list is narrowed to; null when there is no such one. */
export async function importOf(em: EntityManager, id: number | undefined): Promise<OfImport | null> {
  if (id === undefined) return null
  const batch = await em
    .getKysely()
    .selectFrom('contact_import_batches as b')
    .innerJoin('staff_users as s', 's.id', 'b.imported_by_id')
    .select(['b.id', 'b.file_name', 's.name as imported_by'])
    .where('b.id', '=', id)
    .executeTakeFirst()
  return batch ?? null
}
