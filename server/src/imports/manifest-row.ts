import type { Decision } from './decide.ts'
import type { ManifestRow } from './manifest.ts'
import type { FileFields, Row } from './read-row.ts'

/** A scanned row as the manifest keeps it. */
export function manifestRow(file: FileFields, row: Row, decision: Decision, recordName: string | undefined): ManifestRow {
  const { outcome, reason } = decision
  const line: ManifestRow = { line: row.line, outcome, reason, key: row.key, name: nameInFile(file, row) ?? recordName ?? '' }
  if (outcome === 'skipped') return line
  line.values = row.values.map((value) => value ?? null)
  const keep = row.values.flatMap((value, at) => (value === undefined ? [at] : []))
  if (keep.length > 0) line.keep = keep
  if (row.notes.length > 0) line.notes = row.notes
  if (outcome === 'changed') line.changes = decision.changes
  return line
}

/** The row again as the scan read it. */
export function rowOfManifest(line: ManifestRow): Row {
  const values: Row['values'] = line.values ?? []
  line.keep?.forEach((at) => (values[at] = undefined))
  const row: Row = { line: line.line, key: line.key, values, notes: line.notes ?? [] }
  return line.outcome === 'skipped' ? { ...row, problem: line.reason ?? 'The row was skipped.' } : row
}

function nameInFile({ fields }: FileFields, row: Row): string | undefined {
  const value = (name: string) => row.values[fields.findIndex((field) => field.name === name)]
  return [value('first_name'), value('last_name')].filter(Boolean).join(' ') || undefined
}
