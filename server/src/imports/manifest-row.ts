import type { Decision } from './decide.ts'
import type { ManifestRow } from './manifest.ts'
import { separator, type FileFields, type Row } from './read-row.ts'

/** A scanned row as the manifest keeps it. */
export function manifestRow(
  file: FileFields,
  row: Row,
  { outcome, reason, changes }: Decision,
  recordName: string | undefined,
): ManifestRow {
  const { line, key, text, keep, notes } = row
  if (outcome === 'skipped') return { line, outcome, reason, key, name: nameIn(file.nameAt, text) || recordName || '' }
  const written: ManifestRow = { line, outcome, reason, key, name: recordName ?? '', text }
  if (keep) written.keep = keep
  if (notes.length > 0) written.notes = notes
  if (outcome === 'changed') written.changes = changes
  return written
}

/** The row again as the scan read it. */
export function rowOfManifest(
  { keyAt }: FileFields,
  { line, outcome, reason, key, text = '', keep, notes = [] }: ManifestRow,
): Row {
  if (outcome === 'skipped') return { line, key, keyValues: [], text, notes, problem: reason ?? 'The row was skipped.' }
  const values = text.split(separator)
  return { line, key, keyValues: keyAt.map((at) => values[at] || null), text, notes, ...(keep ? { keep } : {}) }
}

/** The name among a row's values; '' where the file has none. */
export function nameIn([first, last]: FileFields['nameAt'], text: string): string {
  if (first < 0 && last < 0) return ''
  const values = text.split(separator, Math.max(first, last) + 1)
  return values[first] && values[last] ? `${values[first]} ${values[last]}` : values[first] || values[last] || ''
}
