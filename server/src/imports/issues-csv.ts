import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { Files } from '../files/files.ts'
import type { ImportBatch } from './import-batch.ts'
import { issueColumns, uploadedColumns } from './columns.ts'
import { inspectFile } from './inspect-file.ts'
import { readManifest, type ManifestRow } from './manifest.ts'
import { beginningOf } from './read-beginning.ts'
import { readCsv } from './read-csv.ts'

/**
 * The rows that were skipped or applied with a remark, as uploaded, with `row`, `outcome` and `reason` behind them: to be
 * mended and uploaded again. Cells that a spreadsheet would run are defused with `'`. Throws `FileMissing` once the upload is swept.
 */
export async function issuesCsv(files: Files, batch: ImportBatch): Promise<Readable> {
  const { header, ...format } = inspectFile(await beginningOf(await files.read(batch.file_key)), batch.encoding)
  const upload = await files.read(batch.file_key)
  const kept = uploadedColumns(header).flatMap((name, at) => (batch.refused_columns.includes(name) ? [] : [at]))
  const written = (rows: unknown[][]) => `${Papa.unparse(rows, { escapeFormulae: /^[=+\-@\t\r]/ as never, newline: '\r\n' })}\r\n`
  async function* content() {
    yield `\ufeff${written([[...kept.map((at) => header[at]), ...issueColumns]])}`
    const issues = issueRows(files, batch.manifest_key!)
    let issue = await issues.next()
    for await (const records of readCsv(upload, { ...format, encoding: batch.encoding }, 500)) {
      const rows: unknown[][] = []
      for (const { line, cells } of records) {
        if (issue.done) break
        if (issue.value.line !== line) continue
        rows.push([...kept.map((at) => cells[at]?.replaceAll('\0', '') ?? ''), line, issue.value.outcome, issue.value.reason])
        issue = await issues.next()
      }
      if (rows.length > 0) yield written(rows)
      if (issue.done) return
    }
  }
  return Readable.from(content(), { objectMode: false })
}

async function* issueRows(files: Files, manifestKey: string): AsyncGenerator<ManifestRow> {
  for await (const { rows } of readManifest(files, manifestKey, 0, 500)) {
    for (const row of rows) if (row.reason !== null) yield row
  }
}
