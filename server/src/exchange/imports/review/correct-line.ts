import { isDeepStrictEqual } from 'node:util'
import type { CorrectedCell, CorrectLineRequest } from '@alumni/shared/exchange/import-corrections'
import { cleanCell } from '@alumni/shared/alumni/values'
import { transact } from '../../../foundations/database/db.ts'
import { FileMissing, type Files } from '../../../foundations/files/files.ts'
import { HttpError } from '../../../foundations/http/errors.ts'
import { audit, type StaffUser } from '../../../staff/index.ts'
import { batchEntities, batchTables, type ImportBatch, type StoredCorrection } from '../import-batch.ts'
import { readManifest } from '../manifest/manifest.ts'
import type { BatchRef, ImportContext } from '../moves.ts'
import { notAllowed } from '../operations.ts'
import { correctionOffer } from '../present-batch.ts'
import type { ReviewedRow } from '../row.ts'
import { readAgainstRecords } from '../scan/scan.ts'

/**
 * Puts other cells in place of a skipped line's, in the review, and reads the file again with them: the line must pass
 * the checks of the scan. No cells take the line's correction back. Throws `HttpError`: 422 with a sentence per field
 * where it does not pass; 409 where the batch or the line has changed meanwhile.
 */
export async function correctLine(
  { db, files }: ImportContext,
  { type, id }: BatchRef,
  by: StaffUser,
  asked: CorrectLineRequest,
): Promise<void> {
  let [written, obsolete]: (string | null)[] = [null, null]
  try {
    await transact(db, async (db) => {
      // A commit, a cancel or another correction waits here until this one is done.
      await db.selectFrom(batchTables[type]).select('id').where('id', '=', id).forUpdate().execute()
      const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[type], id)
      if (batch.status !== 'review') throw notAllowed(batch, 'corrected')
      const stored = batch.corrections ?? []
      const earlier = stored.find(({ line }) => line === asked.line)
      const wanted = await storedCells(files, batch, earlier, asked)
      // Its reply was lost, or the button was pressed twice.
      if (isDeepStrictEqual(wanted, earlier?.cells ?? {})) return
      refuseStale(earlier, asked)
      const correction = { line: asked.line, cells: wanted, by: by.name, at: new Date().toISOString() }
      const others = stored.filter(({ line }) => line !== asked.line)
      const isTakenBack = Object.keys(wanted).length === 0
      const corrections = isTakenBack ? others : [...others, correction]
      const found = await readAgainstRecords({ db, files }, batch, corrections)
      written = found.manifest_key
      const row = await correctedRow(files, written, asked.line)
      if (row?.outcome === 'skipped') throw stillSkipped(row, asked)
      await db
        .updateTable(batchTables[type])
        .set({
          manifest_key: written,
          counts: JSON.stringify(found.counts),
          field_counts: JSON.stringify(found.field_counts),
          findings: JSON.stringify(found.findings),
          corrections: JSON.stringify(corrections),
        })
        .where('id', '=', id)
        .execute()
      const before = isTakenBack ? await correctedRow(files, batch.manifest_key!, asked.line) : row
      await audit(db, by, isTakenBack ? 'import.correction-withdrawn' : 'import.line-corrected', `${type}/${id}`, {
        line: asked.line,
        fields: valuesOf(before?.corrected ?? [], isTakenBack),
      })
      obsolete = batch.manifest_key ?? null
    })
  } catch (error) {
    if (written) await files.remove(written)
    throw error instanceof FileMissing ? new HttpError(409, 'The uploaded file is no longer stored.') : error
  }
  if (obsolete) await files.remove(obsolete)
}

/** The correction by the headers of the file; 409 and 422 where there is none to make. */
async function storedCells(
  files: Files,
  batch: ImportBatch,
  earlier: StoredCorrection | undefined,
  { line, cells }: CorrectLineRequest,
): Promise<Record<string, string>> {
  const fields = Object.keys(cells)
  if (fields.length === 0) return {}
  const offer = correctionOffer(batch)
  if (offer?.refusal) throw new HttpError(409, offer.refusal)
  const correctable = earlier ? earlier.cells : await skippedCells(files, batch, line)
  if (!correctable) throw new HttpError(409, `Line ${line} is not skipped, or cannot be corrected here.`)
  const headers = new Map(batch.columns.map(({ field, header }) => [field, header]))
  const unknown = fields.find((field) => !headers.has(field))
  if (unknown) throw new HttpError(422, `The file has no column for “${unknown}”.`)
  return {
    ...earlier?.cells,
    ...Object.fromEntries(fields.map((field) => [headers.get(field)!, cleanCell(cells[field]!)])),
  }
}

/** Refuses where someone else has corrected the line since the person saw it; `since` is what to save again with. */
function refuseStale(earlier: StoredCorrection | undefined, { line, since }: CorrectLineRequest): void {
  const newest = earlier?.at ?? null
  if (newest === since) return
  const theirs = Object.entries(earlier?.cells ?? {}).map(([header, text]) => `${header} is now “${text}”`)
  const sentence = earlier
    ? `${earlier.by} has corrected line ${line} in the meantime: ${theirs.join(', ')}.`
    : `The correction of line ${line} was undone in the meantime.`
  throw new HttpError(409, sentence, { body: { since: newest } })
}

function stillSkipped({ line, reason, cells = [] }: ReviewedRow, asked: CorrectLineRequest): HttpError {
  const sentences = cells.flatMap(({ field, reason }) => (reason === null ? [] : [[field, reason]]))
  const [first = Object.keys(asked.cells)[0]!] = cells.map(({ field }) => field)
  const fields: Record<string, string> = Object.fromEntries(sentences.length > 0 ? sentences : [[first, reason]])
  return new HttpError(422, `Line ${line} would still be skipped. ${reason}`, { fields })
}

async function skippedCells(files: Files, batch: ImportBatch, line: number) {
  const row = await rowAt(files, batch.manifest_key!, line)
  return row?.outcome === 'skipped' ? row.cells : undefined
}

async function correctedRow(files: Files, manifestKey: string, line: number) {
  const row = await rowAt(files, manifestKey, line)
  return row?.corrected ? row : undefined
}

async function rowAt(files: Files, key: string, line: number): Promise<ReviewedRow | undefined> {
  for await (const { rows } of readManifest(files, key, 0, 500)) {
    const found = rows.find((row) => row.line === line)
    if (found) return found
  }
  return undefined
}

/** Before and after, as the audit log shows them. */
function valuesOf(cells: readonly CorrectedCell[], isTakenBack: boolean): Record<string, [string, string]> {
  return Object.fromEntries(
    cells.map(({ field, before, after }) => [field, isTakenBack ? [after, before] : [before, after]]),
  )
}
