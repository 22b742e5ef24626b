import type { FieldCount } from '@alumni/shared/exchange/imports'
import type { Db } from '../../../foundations/database/db.ts'
import type { Files } from '../../../foundations/files/files.ts'
import { applyChunk, type ApplyContext } from './apply-chunk.ts'
import { deleteMissingRecords } from './delete-missing.ts'
import { removeFileRecords } from '../snapshot.ts'
import { batchEntities, type ImportBatch } from '../import-batch.ts'
import { moveBatch, type BatchRef } from '../moves.ts'
import { runBatch, type ImportContext } from '../run-batch.ts'
import { createManifestKey, prefetch, readManifest, readManifestHeader, rewriteManifest } from '../manifest/manifest.ts'
import { buildFileFields, type ReviewedRow } from '../row.ts'
import { createImportApplier } from './apply-rows.ts'
import { createUndoApplier } from '../undo/apply-rows.ts'
import { definitions } from '../types.ts'

/**
 * Applies a batch, resuming after the last applied chunk. Returns 'ended' if there is nothing left for this job to do:
 * the batch is completed, failed, canceled or claimed by another job.
 */
export async function applyImport(
  { db, files }: ImportContext,
  ref: BatchRef,
  stopSignal: AbortSignal,
): Promise<'ended' | 'paused'> {
  const end = await runBatch(db, ref, 'running', (fence) => applyManifest(files, db, ref, fence, stopSignal))
  return end ?? 'ended'
}

async function applyManifest(
  files: Files,
  db: Db,
  ref: BatchRef,
  fence: number,
  stopSignal: AbortSignal,
): Promise<'ended' | 'paused'> {
  const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[ref.type], ref.id)
  const definition = definitions[ref.type]
  const manifestKey = batch.manifest_key!
  const { columns, is_own } = await readManifestHeader(files, manifestKey)
  const header = columns.map(({ header }) => header)
  const applier = batch.undoes_id
    ? createUndoApplier(ref, definition, batch.undoes_id)
    : createImportApplier(ref, { definition, file: buildFileFields(definition, header, columns, is_own) })
  const context: ApplyContext = { db, ref, fence, ...applier }
  for await (const chunk of prefetch(readManifest(files, manifestKey, batch.next_byte, definition.chunk))) {
    if (stopSignal.aborted) return 'paused'
    if (!(await applyChunk(context, chunk))) return 'ended'
  }
  if (definition.isSnapshot && !batch.undoes_id) {
    const end = await deleteMissingRecords(context, definition, stopSignal)
    if (end !== 'done') return end
  }
  const results = await buildResultsManifest(files, db, ref, manifestKey)
  const finalKey = results.manifest_key
  const isMoved = await moveBatch(db, ref, 'applied', { ...results, done: batch.total }, fence)
  if (isMoved && definition.isSnapshot) await removeFileRecords(db, [ref.id])
  const obsolete = isMoved ? manifestKey : finalKey
  if (finalKey !== manifestKey) await files.remove(obsolete)
  return 'ended'
}

type Difference = Pick<ReviewedRow, 'line' | 'outcome' | 'reason' | 'difference' | 'changes'>

async function buildResultsManifest(
  files: Files,
  db: Db,
  ref: BatchRef,
  manifestKey: string,
): Promise<{ manifest_key: string; field_counts?: FieldCount[] }> {
  if ((await listDifferences(db, ref, 0, 2 ** 31 - 1, 1)).length === 0) return { manifest_key: manifestKey }
  const finalKey = createManifestKey()
  const { field_counts } = await rewriteManifest(files, manifestKey, finalKey, async (rows) => {
    const differing = await listDifferences(db, ref, rows[0]!.line, rows.at(-1)!.line, rows.length)
    const byLine = new Map(differing.map((row) => [row.line, row]))
    return rows.map((row) => ({ ...row, ...byLine.get(row.line) }))
  })
  return { manifest_key: finalKey, field_counts }
}

async function listDifferences(
  db: Db,
  { type, id }: BatchRef,
  fromLine: number,
  toLine: number,
  limit: number,
): Promise<Difference[]> {
  return db
    .selectFrom('import_row_results')
    .select(['line', 'outcome', 'reason', 'difference', 'changes'])
    .where('type', '=', type)
    .where('batch_id', '=', id)
    .where(({ between }) => between('line', fromLine, toLine))
    .limit(limit)
    .execute()
}
