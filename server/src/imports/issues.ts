import type { Files } from '../files/files.ts'
import type { ImportBatch } from './import-batch.ts'
import { issueColumns, uploadedColumns } from './columns.ts'
import { beginningOf, inspectFile } from './inspect-file.ts'
import { readManifest } from './manifest.ts'
import { readCsv } from './read-csv.ts'
import type { ReviewedRow } from './row.ts'

/** Cells as uploaded, then the row's number, outcome and reason. */
type Issue = (string | number | null)[]

/**
 * The rows that were skipped or applied with a remark, as uploaded, with `row`, `outcome` and `reason` behind them: to be
 * mended and uploaded again. Throws `FileMissing` once the upload is swept.
 */
export async function issuesOf(
  files: Files,
  batch: ImportBatch,
): Promise<{ header: string[]; chunks: AsyncIterable<Issue[]> }> {
  const { header, ...format } = inspectFile(await beginningOf(await files.read(batch.file_key)), batch.encoding)
  const upload = await files.read(batch.file_key)
  const kept = uploadedColumns(header).flatMap((name, index) => (batch.refused_columns.includes(name) ? [] : [index]))
  async function* chunks() {
    const issues = issueRows(files, batch.manifest_key!)
    let issue = await issues.next()
    for await (const records of readCsv(upload, { ...format, encoding: batch.encoding }, 500)) {
      const rows: Issue[] = []
      for (const { line, cells } of records) {
        if (issue.done) break
        if (issue.value.line !== line) continue
        rows.push([
          ...kept.map((index) => cells[index]?.replaceAll('\0', '') ?? ''),
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
  return { header: [...kept.map((index) => header[index]!), ...issueColumns], chunks: chunks() }
}

async function* issueRows(files: Files, manifestKey: string): AsyncGenerator<ReviewedRow> {
  for await (const { rows } of readManifest(files, manifestKey, 0, 500)) {
    for (const row of rows) if (row.reason !== null) yield row
  }
}
