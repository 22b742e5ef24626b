import { sql } from 'kysely'
import { activeImportStatuses } from '@alumni/shared/exchange/import-states'
import type { RelatedBatch } from '@alumni/shared/exchange/imports'
import type { Db } from '../../../foundations/database/db.ts'
import { utc } from '../../../foundations/database/utc.ts'
import { batchTables, type ImportBatch } from '../import-batch.ts'
import { batchUrl, type RelatedBatches } from '../present-batch.ts'

/** All batches must have the same type. */
export async function findRelatedBatches(
  db: Db,
  batches: readonly ImportBatch[],
): Promise<Map<number, RelatedBatches>> {
  const [first] = batches
  if (!first) return new Map()
  const { type } = first
  const ids = batches.map(({ id }) => id)
  const undone = batches.flatMap(({ undoes_id }) => undoes_id ?? [])
  const rows = await db
    .selectFrom(`${batchTables[type]} as b`)
    .innerJoin('staff_users as s', 's.id', 'b.imported_by_id')
    .select(['b.id', 'b.file_name', 'b.status', 's.name as by', 'b.undoes_id', utc('b.started_at').as('at')])
    .select(sql<boolean>`b.results is not null`.as('has_written'))
    .where(({ or, eb }) => or([eb('b.undoes_id', 'in', ids), ...(undone.length > 0 ? [eb('b.id', 'in', undone)] : [])]))
    .orderBy('b.id')
    .execute()
  const toRelatedBatch = ({ undoes_id: _, has_written: __, ...row }: (typeof rows)[number]): RelatedBatch => ({
    ...row,
    self: batchUrl({ type, id: row.id }),
  })
  const isActive = (status: RelatedBatch['status']) => (activeImportStatuses as readonly string[]).includes(status)
  return new Map(
    batches.map(({ id, undoes_id }) => {
      const undoes = rows.find((row) => row.id === undoes_id)
      const undo = rows.findLast((row) => row.undoes_id === id && (isActive(row.status) || row.has_written))
      return [id, { undoes: undoes ? toRelatedBatch(undoes) : null, undone_by: undo ? toRelatedBatch(undo) : null }]
    }),
  )
}
