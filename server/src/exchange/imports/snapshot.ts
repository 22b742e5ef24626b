import { sql } from 'kysely'
import type { Db } from '../../foundations/database/db.ts'
import { countRows } from '../../foundations/database/read-page.ts'

/** Saves which records the file contains; the import deletes all other records. */
export async function saveFileRecords(db: Db, batchId: number, recordIds: readonly number[]): Promise<void> {
  if (recordIds.length === 0) return
  await sql`
    insert into employment_import_kept (batch_id, employment_id)
    select ${batchId}, unnest(${recordIds}::bigint[])
    on conflict do nothing
  `.execute(db)
}

export async function countRecordsToDelete(db: Db, batchId: number): Promise<number> {
  return countRows(selectRecordsToDelete(db, batchId))
}

export async function listRecordsToDelete(db: Db, batchId: number, after: number, maxRows: number): Promise<number[]> {
  const records = selectRecordsToDelete(db, batchId).where('id', '>', after)
  const rows = await records.select('id').orderBy('id').limit(maxRows).execute()
  return rows.map(({ id }) => id)
}

function selectRecordsToDelete(db: Db, batchId: number) {
  return db
    .selectFrom('employments')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('employment_import_kept')
            .select('employment_id')
            .where('batch_id', '=', batchId)
            .whereRef('employment_id', '=', 'employments.id'),
        ),
      ),
    )
}

export async function countRecords(db: Db): Promise<number> {
  return countRows(db.selectFrom('employments'))
}

/** Deletes what `saveFileRecords` stored, not the records. */
export async function removeFileRecords(db: Db, batchIds: readonly number[]): Promise<void> {
  await db.remove('employment_import_kept', { batch_id: batchIds })
}
