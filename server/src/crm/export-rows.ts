import { sql } from 'kysely'
import { fieldName } from '@alumni/shared/alumni'
import { displayName, nameColumns, type NameParts } from '../alumni/index.ts'
import type { EntityManager } from '../database/orm.ts'
import { utc } from '../database/utc.ts'

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

type Row = {
  id: number
  buid: string
  contact_id: string | null
  crm_id: string | null
  field: string
  before: string | null
  after: string | null
  made_by: string
  created_at: string
}

/** The changes of an export batch for a file, 500 at a time in the order they were made. */
export async function* exportRows(em: EntityManager, batchId: number): AsyncGenerator<(string | null)[][]> {
  for (let last = 0; ;) {
    const { rows } = await sql<Row & NameParts>`
      select d.id, d.buid, a.contact_id, a.crm_id, ${nameColumns}, d.field, d.before, d.after, d.made_by, ${utc('d.created_at')} as created_at
      from crm_data_changes d join alumni a on a.buid = d.buid
      where d.export_batch_id = ${batchId} and d.id > ${last} order by d.id limit 500
    `.execute(em.getKysely())
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
