import type { RowOutcome } from '@alumni/shared/exchange/imports'
import type { Files } from '../../../foundations/files/files.ts'
import type { ImportBatch } from '../import-batch.ts'
import { issueColumns, uploadedColumns } from '../upload/columns.ts'
import { beginningOf, inspectFile } from '../upload/inspect-file.ts'
import { readManifest } from '../manifest/manifest.ts'
import { correctRecord, readCsv } from '../read-csv.ts'
import type { ReviewedRow } from '../row.ts'
import { cellsToCorrect } from '../scan/scan.ts'

type Issues = { header: string[]; chunks: AsyncIterable<Issue[]> }
/** Cells as uploaded, then the row's number, outcome and reason. */
type Issue = (string | number | null)[]

/**
 * The rows that were skipped or applied with a remark, as uploaded or corrected, with `row`, `outcome` and `reason` behind them: to
 * be mended and uploaded again; of an undo, the rows that were left or put back in part. Throws `FileMissing` once the
 * upload is swept.
 */
export async function issuesOf(files: Files, batch: ImportBatch): Promise<Issues> {
  if (batch.undoes_id)
    return { header: ['key', 'name', ...issueColumns], chunks: undoIssues(files, batch.manifest_key!) }
  const { header, ...format } = inspectFile(await beginningOf(files, batch.file_key), batch.encoding)
  const upload = await files.read(batch.file_key)
  const sentColumns = uploadedColumns(header).flatMap((name, index) =>
    batch.refused_columns.includes(name) ? [] : [index],
  )
  const corrections = cellsToCorrect(header, batch.corrections ?? [])
  async function* chunks() {
    const issues = issueRows(files, batch.manifest_key!)
    let issue = await issues.next()
    for await (const records of readCsv(upload, { ...format, encoding: batch.encoding }, 500)) {
      const rows: Issue[] = []
      for (const record of records) {
        const { line } = record
        if (issue.done) break
        if (issue.value.line !== line) continue
        const { cells } = correctRecord(record, corrections.get(line) ?? new Map())
        rows.push([
          ...sentColumns.map((index) => cells[index]?.replaceAll('\0', '') ?? ''),
          line,
          issue.value.outcome,
          issue.value.reason,
        ])
        issue = await issues.next()
      }
      yield rows
      if (issue.done) return
    }
  }
  return { header: [...sentColumns.map((index) => header[index]!), ...issueColumns], chunks: chunks() }
}

async function* issueRows(files: Files, manifestKey: string): AsyncGenerator<ReviewedRow> {
  for await (const { rows } of readManifest(files, manifestKey, 0, 500)) {
    for (const row of rows) if (row.reason !== null) yield row
  }
}

async function* undoIssues(files: Files, manifestKey: string): AsyncGenerator<Issue[]> {
  for await (const { rows } of readManifest(files, manifestKey, 0, 500))
    yield rows
      .filter(({ reason }) => reason !== null)
      .map(({ key, name, line, outcome, reason }) => [key, name, line, undoWords[outcome], reason])
}

/** As a person reads them: an undo's `new` is a record that came back. */
const undoWords: Record<RowOutcome, string> = {
  new: 'added back',
  changed: 'restored',
  unchanged: 'left',
  skipped: 'impossible',
  removed: 'removed',
}
