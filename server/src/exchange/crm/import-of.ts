import type { OfImport } from '@alumni/shared/exchange/crm'
import type { Db } from '../../foundations/database/db.ts'

/** The contacts import that a list is narrowed to; null when there is no such one. */
export async function importOf(db: Db, id: number | undefined): Promise<OfImport | null> {
  if (id === undefined) return null
  const batch = await db
    .selectFrom('contact_import_batches as b')
    .innerJoin('staff_users as s', 's.id', 'b.imported_by_id')
    .select(['b.id', 'b.file_name', 's.name as imported_by'])
    .where('b.id', '=', id)
    .executeTakeFirst()
  return batch ?? null
}
