import type { Unusual } from '@alumni/shared/exchange/imports'
import { unusualIn, type Measured } from '@alumni/shared/exchange/import-guards'
import type { Db } from '../../foundations/database/db.ts'
import { batchTables, type ImportBatch } from './import-batch.ts'

/** So many imports of the type tell what is usual. */
const comparedImports = 5

/** What is unusual about a reviewed import, compared with the last ones of its type that were committed and not undone. */
export async function unusualOf(db: Db, batch: ImportBatch): Promise<Unusual[]> {
  const { type, status, undoes_id, counts, field_counts, on_file = null } = batch
  if (status !== 'review' || undoes_id || !counts || !field_counts) return []
  return unusualIn(type, { counts, field_counts, on_file }, await committedBefore(db, batch))
}

async function committedBefore(db: Db, { type }: ImportBatch): Promise<Measured[]> {
  const rows = await db
    .selectFrom(`${batchTables[type]} as batch`)
    .select(['batch.counts', 'batch.field_counts', 'batch.on_file'])
    .where('batch.type', '=', type)
    .where('batch.status', '=', 'completed')
    .where('batch.undoes_id', 'is', null)
    .where('batch.field_counts', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(`${batchTables[type]} as undo`)
            .select('undo.id')
            .whereRef('undo.undoes_id', '=', 'batch.id')
            .whereRef('undo.type', '=', 'batch.type')
            .where('undo.status', '=', 'completed'),
        ),
      ),
    )
    .orderBy('batch.id', 'desc')
    .limit(comparedImports)
    .execute()
  return rows.map(({ counts, field_counts, on_file }) => ({ counts: counts!, field_counts: field_counts!, on_file }))
}
