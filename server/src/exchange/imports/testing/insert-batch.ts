import { sql } from 'kysely'
import type { ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { TestApp } from '../../../../testing/test-app.ts'
import { batchTables } from '../import-batch.ts'
import { definitions } from '../types.ts'

/** The file and manifest of the batch do not exist. */
export async function insertBatch(
  { db, people }: TestApp,
  type: ImportType,
  status: ImportStatus,
  id?: number,
): Promise<{ type: ImportType; id: number }> {
  const columns = definitions[type].fields
    .filter(({ isRequired }) => isRequired)
    .map(({ name, label }) => ({ header: label, field: name, by_hand: false }))
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(batchTables[type])} (${id === undefined ? sql`` : sql`id, `}type, status, imported_by_id, file_name, file_size, file_key, encoding, columns) overriding system value
    values (${id === undefined ? sql`` : sql`${id}, `}${type}, ${status}, ${people.admin.id}, 'crm.csv', 12, 'imports/nowhere.csv', 'utf-8', ${JSON.stringify(columns)}) returning id
  `.execute(db)
  return { type, id: Number(rows[0]!.id) }
}

export async function rowOf(
  { db }: TestApp,
  { type, id }: { type: ImportType; id: number },
): Promise<Record<string, unknown>> {
  const { rows } = await sql<{
    row: Record<string, unknown>
  }>`select to_jsonb(b) as row from ${sql.table(batchTables[type])} b where id = ${id}`.execute(db)
  return rows[0]!.row
}

export async function cancelActiveBatches({ db }: TestApp): Promise<void> {
  for (const table of new Set(Object.values(batchTables)))
    await sql`update ${sql.table(table)} set status = 'cancelled' where status in ('scanning', 'review', 'running')`.execute(
      db,
    )
}
