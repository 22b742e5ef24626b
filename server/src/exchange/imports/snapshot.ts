import type { Db } from '../../foundations/database/db.ts'
import { sql } from 'kysely'
import { countRows } from '../../foundations/database/read-page.ts'

/** Employment files are snapshots: the records that a file contains remain, all others go at the end of the import. */
export async function saveRecords(db: Db, batchId: number, recordIds: readonly number[]): Promise<void> {
  if (recordIds.length === 0) return
  await sql`
    insert into employment_import_kept (batch_id, employment_id) select ${batchId}, unnest(${recordIds}::bigint[]) on conflict do nothing
  `.execute(db)
}

/** Counts current records that the file does not contain. */
export async function recordsToDelete(db: Db, batchId: number): Promise<number> {
  const { count } = await db
    .selectFrom('employments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
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
    .executeTakeFirstOrThrow()
  return count
}

export async function recordsOnFile(db: Db): Promise<number> {
  return countRows(db.selectFrom('employments').selectAll())
}

/** Forgets which records the files of these batches contain. */
export async function forgetRecords(db: Db, batchIds: readonly number[]): Promise<void> {
  await db.remove('employment_import_kept', { batch_id: batchIds })
}
