import { sql, type UpdateObject } from 'kysely'
import { importMoves, type ImportMove } from '@alumni/shared/exchange/import-states'
import type { ImportType } from '@alumni/shared/exchange/imports'
import type { Db } from '../../foundations/database/db.ts'
import type { Tables } from '../../foundations/database/tables.ts'
import { batchTables, type ImportBatch } from './import-batch.ts'

export type BatchRef = { type: ImportType; id: number }
type BatchColumns = UpdateObject<Tables, 'contact_import_batches'>

const now = sql<string>`now()`
const started = { started_at: now, attempts: 0, done: 0 }
const finished = { finished_at: now }
const noScan = { counts: null, findings: null, field_counts: null, on_file: null, manifest_key: null }

const columnsOf: Record<ImportMove, BatchColumns> = {
  scanned: { next_row: 0 },
  scan_failed: finished,
  rescan: { ...started, ...noScan, phase: 'scanning' },
  commit: { ...started, phase: 'importing' },
  applied: finished,
  apply_failed: finished,
  stale: finished,
  cancel: finished,
}

type ResultColumn =
  | 'error'
  | 'counts'
  | 'results'
  | 'findings'
  | 'field_counts'
  | 'done'
  | 'total'
  | 'keeps_before_images'
type FileColumn = 'on_file' | 'manifest_key' | 'confirmed_deletes' | 'columns' | 'unknown_columns' | 'refused_columns'
export type MoveFields = Partial<Pick<ImportBatch, ResultColumn | FileColumn>>

/**
 * Returns false and changes nothing if the status does not allow the move, or if `fence` is outdated because another
 * job has claimed the batch. No other code writes the `status` of import batches.
 */
export async function moveBatch(
  db: Db,
  { type, id }: BatchRef,
  move: ImportMove,
  fields: MoveFields = {},
  fence?: number,
): Promise<boolean> {
  const { from, to } = importMoves[move]
  const movable = { id, type, status: from, ...(fence !== undefined && { fence }) }
  const columns = { ...toColumns(fields), ...columnsOf[move], status: to, updated_at: now }
  return (await db.update(batchTables[type], movable, columns)) === 1
}

function toColumns(fields: MoveFields): BatchColumns {
  return Object.fromEntries(
    Object.entries(fields).map(([column, value]) => [
      column,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  )
}
