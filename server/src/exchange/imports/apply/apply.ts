import type { FieldCount } from '@alumni/shared/exchange/imports'
import type { Db } from '../../../foundations/database/db.ts'
import type { Files } from '../../../foundations/files/files.ts'
import { applyChunk, type Application } from './apply-chunk.ts'
import { deleteRest } from './delete-rest.ts'
import { forgetRecords } from '../snapshot.ts'
import { batchEntities, type ImportBatch } from '../import-batch.ts'
import { moveBatch, runBatch, type BatchRef, type ImportContext } from '../moves.ts'
import { newManifestKey, oneAhead, readManifest, readManifestHeader, rewriteManifest } from '../manifest/manifest.ts'
import { fileFields, type ReviewedRow } from '../row.ts'
import { rowsOfFile } from './apply-rows.ts'
import { rowsOfUndo } from '../undo/apply-rows.ts'
import { definitions } from '../types.ts'

/**
 * Applies the reviewed manifest chunk by chunk, from where the last run stopped. 'paused': `isStopping` asked for it,
 * and another run goes on from there. A cancel or another job that took the batch ends it without effect.
 */
export async function applyImport(
  { db, files }: ImportContext,
  ref: BatchRef,
  isStopping: AbortSignal,
): Promise<'ended' | 'paused'> {
  const end = await runBatch(db, ref, 'running', (fence) => applyManifest(files, db, ref, fence, isStopping))
  return end ?? 'ended'
}

async function applyManifest(
  files: Files,
  db: Db,
  ref: BatchRef,
  fence: number,
  isStopping: AbortSignal,
): Promise<'ended' | 'paused'> {
  const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[ref.type], ref.id)
  const definition = definitions[ref.type]
  const manifestKey = batch.manifest_key!
  const { columns, is_own } = await readManifestHeader(files, manifestKey)
  const header = columns.map(({ header }) => header)
  const rows = batch.undoes_id
    ? rowsOfUndo(ref, definition, batch.undoes_id)
    : rowsOfFile(ref, { definition, file: fileFields(definition, header, columns, is_own) })
  const application: Application = { db, ref, fence, ...rows }
  for await (const chunk of oneAhead(readManifest(files, manifestKey, batch.next_byte, definition.chunk))) {
    if (isStopping.aborted) return 'paused'
    if (!(await applyChunk(application, chunk))) return 'ended'
  }
  if (definition.isSnapshot && !batch.undoes_id) {
    const end = await deleteRest(application, definition, isStopping)
    if (end !== 'done') return end
  }
  const results = await manifestOfResults(files, db, ref, manifestKey)
  const finalKey = results.manifest_key
  const isMoved = await moveBatch(db, ref, 'applied', { ...results, done: batch.total }, fence)
  if (isMoved && definition.isSnapshot) await forgetRecords(db, [ref.id])
  const obsolete = isMoved ? manifestKey : finalKey
  if (finalKey !== manifestKey) await files.remove(obsolete)
  return 'ended'
}

type Difference = Pick<ReviewedRow, 'line' | 'outcome' | 'reason' | 'difference' | 'changes'>

/** The manifest as things turned out: the same one, unless the data moved between review and commit. */
async function manifestOfResults(
  files: Files,
  db: Db,
  ref: BatchRef,
  manifestKey: string,
): Promise<{ manifest_key: string; field_counts?: FieldCount[] }> {
  if ((await differences(db, ref, 0, 2 ** 31 - 1, 1)).length === 0) return { manifest_key: manifestKey }
  const finalKey = newManifestKey()
  const { field_counts } = await rewriteManifest(files, manifestKey, finalKey, async (rows) => {
    const differing = await differences(db, ref, rows[0]!.line, rows.at(-1)!.line, rows.length)
    const byLine = new Map(differing.map((row) => [row.line, row]))
    return rows.map((row) => ({ ...row, ...byLine.get(row.line) }))
  })
  return { manifest_key: finalKey, field_counts }
}

async function differences(
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
