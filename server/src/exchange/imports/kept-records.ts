import { sql } from 'kysely'
import type { EntityManager } from '../../foundations/database/orm.ts'
import { countRows } from '../../foundations/database/read-page.ts'

/** Employment files are snapshots: the records that a file contains are kept, all others go at the end of the import. */
export async function keepRecords(em: EntityManager, batchId: number, recordIds: readonly number[]): Promise<void> {
  if (recordIds.length === 0) return
  await sql`
    insert into employment_import_kept (batch_id, employment_id) select ${batchId}, unnest(${recordIds}::bigint[]) on conflict do nothing
  `.execute(em.getKysely())
}

/** How many records the file does not contain, as things are now. */
export async function recordsToDelete(em: EntityManager, batchId: number): Promise<number> {
  const { count } = await em
    .getKysely()
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

export async function recordsOnFile(em: EntityManager): Promise<number> {
  return countRows(em.getKysely().selectFrom('employments').selectAll())
}

export async function forgetKept(em: EntityManager, batchId: number): Promise<void> {
  await em.getKysely().deleteFrom('employment_import_kept').where('batch_id', '=', batchId).execute()
}
