import type { RowOutcome } from '@alumni/shared/exchange/imports'
import type { Files } from '../../../foundations/files/files.ts'
import type { ImportBatch } from '../import-batch.ts'
import { issueColumns, uploadedColumns } from '../upload/columns.ts'
import { readStoredBeginning, inspectFile } from '../upload/inspect-file.ts'
import { readManifest } from '../manifest/manifest.ts'
import { correctRecord, readCsv } from '../read-csv.ts'
import type { ReviewedRow } from '../row.ts'
import { indexCorrections } from '../scan/scan.ts'

type Issues = { header: string[]; chunks: AsyncIterable<Issue[]> }
type Issue = (string | number | null)[]

/** Returns the rows that have a `reason`, to correct and upload again. Throws `FileMissing` if the upload is gone. */
export async function readIssues(files: Files, batch: ImportBatch): Promise<Issues> {
  if (batch.undoes_id)
    return { header: ['key', 'name', ...issueColumns], chunks: readUndoIssues(files, batch.manifest_key!) }
  const { header, ...format } = inspectFile(await readStoredBeginning(files, batch.file_key), batch.encoding)
  const upload = await files.read(batch.file_key)
  const sentColumns = uploadedColumns(header).flatMap((name, index) =>
    batch.refused_columns.includes(name) ? [] : [index],
  )
  const corrections = indexCorrections(header, batch.corrections ?? [])
  async function* chunks() {
    const issues = readIssueRows(files, batch.manifest_key!)
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

async function* readIssueRows(files: Files, manifestKey: string): AsyncGenerator<ReviewedRow> {
  for await (const { rows } of readManifest(files, manifestKey, 0, 500)) {
    for (const row of rows) if (row.reason !== null) yield row
  }
}

async function* readUndoIssues(files: Files, manifestKey: string): AsyncGenerator<Issue[]> {
  for await (const { rows } of readManifest(files, manifestKey, 0, 500))
    yield rows
      .filter(({ reason }) => reason !== null)
      .map(({ key, name, line, outcome, reason }) => [key, name, line, undoLabels[outcome], reason])
}

const undoLabels: Record<RowOutcome, string> = {
  new: 'added back',
  changed: 'restored',
  unchanged: 'left',
  skipped: 'impossible',
  removed: 'removed',
}
