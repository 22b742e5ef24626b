import { fieldName } from '@alumni/shared/alumni/record'
import { displayName, nameParts } from '../../alumni/index.ts'
import type { Db } from '../../foundations/database/db.ts'
import { utc } from '../../foundations/database/utc.ts'

export const exportHeader = [
  'BUID',
  'Contact ID',
  'CRM ID',
  'Name',
  'Field',
  'Before',
  'After',
  'Changed by',
  'Changed at',
] as const

/** The changes of an export batch for a file, 500 at a time in the order they were made. */
export async function* exportRows(db: Db, batchId: number): AsyncGenerator<(string | null)[][]> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('crm_data_changes as d')
      .innerJoin('alumni as a', 'a.buid', 'd.buid')
      .select([
        'd.id',
        'd.buid',
        'a.contact_id',
        'a.crm_id',
        'd.field',
        'd.before',
        'd.after',
        'd.made_by',
        ...nameParts,
      ])
      .select(utc('d.created_at').as('created_at'))
      .where('d.export_batch_id', '=', batchId)
      .where('d.id', '>', last)
      .orderBy('d.id')
      .limit(500)
      .execute()
    if (rows.length === 0) return
    yield rows.map((row) => [
      row.buid,
      row.contact_id,
      row.crm_id,
      displayName(row),
      fieldName(row.field),
      row.before,
      row.after,
      row.made_by,
      row.created_at,
    ])
    last = rows.at(-1)!.id
  }
}
