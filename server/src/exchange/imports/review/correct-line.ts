import { isDeepStrictEqual } from 'node:util'
import type { CorrectedCell, CorrectLineRequest } from '@alumni/shared/exchange/import-corrections'
import { cleanCell } from '@alumni/shared/alumni/values'
import { transact } from '../../../foundations/database/db.ts'
import { FileMissing, type Files } from '../../../foundations/files/files.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../../staff/index.ts'
import { batchEntities, batchTables, type ImportBatch, type StoredCorrection } from '../import-batch.ts'
import { readManifest } from '../manifest/manifest.ts'
import type { BatchRef } from '../moves.ts'
import type { ImportContext } from '../run-batch.ts'
import { wrongStatusError } from '../operations.ts'
import { buildCorrectionOffer } from '../present-batch.ts'
import type { ReviewedRow } from '../row.ts'
import { scanUpload } from '../scan/scan.ts'

/**
 * Scans the file again with the corrected cells. Without cells, undoes the line's correction. Throws `HttpError` 422
 * with a message per field if the line would still be skipped, and 409 if the batch or line has changed.
 */
export async function correctLine(
  { db, files }: ImportContext,
  { type, id }: BatchRef,
  user: StaffUser,
  request: CorrectLineRequest,
): Promise<void> {
  let [written, obsolete]: (string | null)[] = [null, null]
  try {
    await transact(db, async (db) => {
      // Serializes commits, cancellations and corrections.
      await db.selectFrom(batchTables[type]).select('id').where('id', '=', id).forUpdate().execute()
      const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[type], id)
      if (batch.status !== 'review') throw wrongStatusError(batch, 'corrected')
      const stored = batch.corrections ?? []
      const earlier = stored.find(({ line }) => line === request.line)
      const cells = await mergeCells(files, batch, earlier, request)
      // The request repeats an earlier request.
      if (isDeepStrictEqual(cells, earlier?.cells ?? {})) return
      refuseStale(earlier, request)
      const correction = { line: request.line, cells, by: user.name, at: new Date().toISOString() }
      const others = stored.filter(({ line }) => line !== request.line)
      const isTakenBack = Object.keys(cells).length === 0
      const corrections = isTakenBack ? others : [...others, correction]
      const scanned = await scanUpload({ db, files }, batch, corrections)
      written = scanned.manifest_key
      const row = await findCorrectedRow(files, written, request.line)
      if (row?.outcome === 'skipped') throw stillSkippedError(row, request)
      await db.update(
        batchTables[type],
        { id },
        {
          manifest_key: written,
          counts: JSON.stringify(scanned.counts),
          field_counts: JSON.stringify(scanned.field_counts),
          findings: JSON.stringify(scanned.findings),
          corrections: JSON.stringify(corrections),
        },
      )
      const before = isTakenBack ? await findCorrectedRow(files, batch.manifest_key!, request.line) : row
      await audit(db, user, isTakenBack ? 'import.correction-withdrawn' : 'import.line-corrected', `${type}/${id}`, {
        line: request.line,
        fields: auditedValuesOf(before?.corrected ?? [], isTakenBack),
      })
      obsolete = batch.manifest_key ?? null
    })
  } catch (error) {
    if (written) await files.remove(written)
    throw error instanceof FileMissing ? new HttpError(409, 'The uploaded file is no longer stored.') : error
  }
  if (obsolete) await files.remove(obsolete)
}

async function mergeCells(
  files: Files,
  batch: ImportBatch,
  earlier: StoredCorrection | undefined,
  { line, cells }: CorrectLineRequest,
): Promise<Record<string, string>> {
  const fields = Object.keys(cells)
  if (fields.length === 0) return {}
  const offer = buildCorrectionOffer(batch)
  if (offer?.refusal) throw new HttpError(409, offer.refusal)
  const correctable = earlier ? earlier.cells : await findSkippedCells(files, batch, line)
  if (!correctable) throw new HttpError(409, `Line ${line} is not skipped, or cannot be corrected here.`)
  const headers = new Map(batch.columns.map(({ field, header }) => [field, header]))
  const unknown = fields.find((field) => !headers.has(field))
  if (unknown) throw new HttpError(422, `The file has no column for “${unknown}”.`)
  return {
    ...earlier?.cells,
    ...Object.fromEntries(fields.map((field) => [headers.get(field)!, cleanCell(cells[field]!)])),
  }
}

/** Throws `HttpError` 409 with the new `since` if the correction has changed since the user saw it. */
function refuseStale(earlier: StoredCorrection | undefined, { line, since }: CorrectLineRequest): void {
  const newest = earlier?.at ?? null
  if (newest === since) return
  const corrections = Object.entries(earlier?.cells ?? {}).map(([header, text]) => `${header} is now “${text}”`)
  const message = earlier
    ? `${earlier.by} has corrected line ${line} in the meantime: ${corrections.join(', ')}.`
    : `The correction of line ${line} was undone in the meantime.`
  throw new HttpError(409, message, { body: { since: newest } })
}

function stillSkippedError({ line, reason, cells = [] }: ReviewedRow, request: CorrectLineRequest): HttpError {
  const messages = cells.flatMap(({ field, reason }) => (reason === null ? [] : [[field, reason]]))
  const [first = Object.keys(request.cells)[0]!] = cells.map(({ field }) => field)
  const fields: Record<string, string> = Object.fromEntries(messages.length > 0 ? messages : [[first, reason]])
  return new HttpError(422, `Line ${line} would still be skipped. ${reason}`, { fields })
}

async function findSkippedCells(files: Files, batch: ImportBatch, line: number) {
  const row = await findRow(files, batch.manifest_key!, line)
  return row?.outcome === 'skipped' ? row.cells : undefined
}

async function findCorrectedRow(files: Files, manifestKey: string, line: number) {
  const row = await findRow(files, manifestKey, line)
  return row?.corrected ? row : undefined
}

async function findRow(files: Files, key: string, line: number): Promise<ReviewedRow | undefined> {
  for await (const { rows } of readManifest(files, key, 0, 500)) {
    const found = rows.find((row) => row.line === line)
    if (found) return found
  }
  return undefined
}

function auditedValuesOf(cells: readonly CorrectedCell[], isTakenBack: boolean): Record<string, [string, string]> {
  return Object.fromEntries(
    cells.map(({ field, before, after }) => [field, isTakenBack ? [after, before] : [before, after]]),
  )
}
