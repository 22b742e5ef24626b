import type { ImportCounts } from '@alumni/shared/exchange/imports'
import { sql } from 'kysely'
import type { Db } from '../../../foundations/database/db.ts'
import type { Files } from '../../../foundations/files/files.ts'
import { mapColumns, describeMissing, readAliases } from '../upload/columns.ts'
import { hasOpenCrmChanges, createOpenChangeFinder } from '../crm-protection.ts'
import { decide, skip, type Decision } from '../decide.ts'
import { fieldOf, type ImportDefinition, loadVocabulary } from '../definition.ts'
import { moveBatch, type BatchRef, type MoveFields } from '../moves.ts'
import { BatchLost, runBatch, type ImportContext } from '../run-batch.ts'
import { findRecords } from '../find-records.ts'
import { batchEntities, batchTables, type ImportBatch, type StoredCorrection } from '../import-batch.ts'
import { readStoredBeginning, inspectFile } from '../upload/inspect-file.ts'
import { removeFileRecords, saveFileRecords, countRecords, countRecordsToDelete } from '../snapshot.ts'
import { LastRows } from './last-rows.ts'
import { createManifestKey, rewriteManifest, writeManifest, type ManifestHeader } from '../manifest/manifest.ts'
import { readRows, type FileSummary } from './read-rows.ts'
import { buildFileFields, nameOf, type FileFields, type ReviewedRow, type Row } from '../row.ts'
import { skipTakenValues, type Claims } from '../unique-claims.ts'
import { definitions } from '../types.ts'
import { readUndoRows } from '../undo/apply-rows.ts'

/**
 * Scans a batch and writes the manifest for the review, without changing records. Stops without effect if the batch is
 * canceled, fails as stale or is claimed by another job.
 */
export async function scanImport({ db, files }: ImportContext, ref: BatchRef): Promise<void> {
  await runBatch(db, ref, 'scanning', async (fence) => {
    const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[ref.type], ref.id)
    if (batch.undoes_id) await scanUndo(files, db, batch, batch.undoes_id, fence)
    else await scanFile({ db, files }, batch, fence)
  })
}

async function scanUndo(files: Files, db: Db, { type, id }: ImportBatch, undoes: number, fence: number): Promise<void> {
  const ref = { type, id }
  const manifest = { key: createManifestKey() }
  async function* rows() {
    let count = 0
    for await (const batch of readUndoRows(db, definitions[type], { type, id: undoes })) {
      count += batch.length
      await saveProgress({ db, ref, fence, done: count })
      yield batch
    }
  }
  try {
    const { counts } = await writeManifest(files, manifest.key, { type, batch_id: id, columns: [], undoes }, rows())
    const found = { counts, done: counts.rows, total: counts.rows, manifest_key: manifest.key }
    if (!(await moveBatch(db, ref, 'scanned', found, fence))) throw new BatchLost()
  } catch (error) {
    await files.remove(manifest.key)
    throw error
  }
}

async function scanFile(context: ImportContext, batch: ImportBatch, fence: number): Promise<void> {
  const found = await scanUpload(context, batch, batch.corrections ?? [], fence)
  try {
    if (!(await moveBatch(context.db, batch, 'scanned', found, fence))) throw new BatchLost()
  } catch (error) {
    await context.files.remove(found.manifest_key)
    throw error
  }
}

type ScanResult = MoveFields & { manifest_key: string; counts: ImportCounts }

/**
 * Compares the corrected file with the records on file. Saves progress if `fence` is given; otherwise the caller must
 * have locked the batch.
 */
export async function scanUpload(
  { db, files }: ImportContext,
  batch: ImportBatch,
  corrections: readonly StoredCorrection[],
  fence?: number,
): Promise<ScanResult> {
  const ref = { type: batch.type, id: batch.id }
  const definition = definitions[ref.type]
  const { header, ...format } = inspectFile(await readStoredBeginning(files, batch.file_key), batch.encoding)
  const map = mapColumns(definition, header, await readAliases(db, ref.type))
  const isDayFirst = batch.columns.some((column) => column.day_first)
  const columns = isDayFirst ? map.columns.map((column) => ({ ...column, day_first: true })) : map.columns
  const isComplete = map.missing.length === 0
  const file = {
    ...buildFileFields(definition, header, columns, map.isOwn),
    ...(!isComplete && { problem: describeMissing(map.missing) }),
  }
  const vocabulary = await loadVocabulary(db, definition)
  const upload = await files.read(batch.file_key)
  const scan: Scan = {
    files,
    db,
    ref,
    fence,
    definition,
    file,
    isProtected: definition.isProtectedByCrmChanges && (await hasOpenCrmChanges(db)),
    rows: readRows(upload, {
      format: { ...format, encoding: batch.encoding },
      header,
      file,
      vocabulary,
      unknown: map.unknown.map((name) => ({ header: name, index: header.indexOf(name) })),
      corrections: indexCorrections(header, corrections),
    }),
    lastRows: new LastRows(),
    claims: new Map(),
    done: 0,
    progress: Promise.resolve(),
  }
  const manifest = { key: createManifestKey() }
  try {
    if (definition.isSnapshot) await removeFileRecords(db, [ref.id])
    const manifestHeader = { type: ref.type, batch_id: ref.id, columns, is_own: map.isOwn }
    const { counts, field_counts } = await writeScanManifest(scan, manifest, manifestHeader)
    if (definition.isSnapshot && isComplete) counts.deletes = await countRecordsToDelete(db, ref.id)
    return {
      counts,
      field_counts,
      ...(definition.isSnapshot && { on_file: await countRecords(db) }),
      findings: scan.summary!.findings,
      done: counts.rows,
      total: counts.rows,
      manifest_key: manifest.key,
      columns,
      unknown_columns: scan.summary!.unknownColumns,
      refused_columns: map.refused,
    }
  } catch (error) {
    await files.remove(manifest.key)
    throw error
  } finally {
    upload.destroy()
  }
}

/** Maps line numbers to corrected texts by cell index, as `correctRecord` expects. */
export function indexCorrections(header: readonly string[], corrections: readonly StoredCorrection[]) {
  return new Map(
    corrections.map(({ line, cells }) => [
      line,
      new Map(Object.entries(cells).map(([name, text]) => [header.indexOf(name), text])),
    ]),
  )
}

/** Writes the manifest. If rows have the same key, rewrites it with all but the last of them marked as skipped. */
async function writeScanManifest(
  scan: Scan,
  manifest: { key: string },
  header: ManifestHeader,
): ReturnType<typeof writeManifest> {
  const { files, definition, lastRows } = scan
  const written = await writeManifest(files, manifest.key, header, scanAllRows(scan))
  if (!lastRows.hasDuplicates) return written
  const draft = manifest.key
  manifest.key = createManifestKey()
  const labels = definition.key.map((name) => fieldOf(definition, name).label).join(', ')
  try {
    const skipUnlessLast = (row: ReviewedRow): ReviewedRow => {
      const last = lastRows.lineOf(row.key)
      if (row.outcome === 'skipped' || last === row.line) return row
      const reason = `Line ${last} has the same ${labels}; the last one counts.`
      return toReviewedRow(scan.file, row, skip(reason, scan.file.keyIndexes), row.name)
    }
    return await rewriteManifest(files, draft, manifest.key, (rows) => rows.map(skipUnlessLast))
  } finally {
    await files.remove(draft)
  }
}

type Scan = {
  files: Files
  db: Db
  ref: BatchRef
  fence: number | undefined
  definition: ImportDefinition
  file: FileFields
  rows: AsyncIterator<Row[], FileSummary, undefined>
  /** Undefined until all rows are read. */
  summary?: FileSummary
  isProtected: boolean
  lastRows: LastRows
  claims: Claims
  done: number
  progress: Promise<void>
}

/** Reads the next batch of rows while the previous batch is compared. */
async function* scanAllRows(scan: Scan): AsyncGenerator<ReviewedRow[]> {
  let pending: Promise<ReviewedRow[]> = Promise.resolve([])
  try {
    for (let read = await scan.rows.next(); ; read = await scan.rows.next()) {
      if (read.done) {
        scan.summary = read.value
        break
      }
      const next = scanRows(scan, read.value, pending)
      next.catch(() => undefined) // Errors surface when `pending` is awaited.
      yield await pending
      pending = next
    }
    yield await pending
    await scan.progress
  } finally {
    await scan.rows.return?.()
  }
}

async function scanRows(scan: Scan, rows: Row[], previous: Promise<unknown>): Promise<ReviewedRow[]> {
  const { db, definition, file } = scan
  const keys = rows.map(({ key }) => key)
  const [found, openChanges] = await Promise.all([
    findRecords(db, definition, file, rows),
    scan.isProtected ? createOpenChangeFinder(db, keys) : () => [],
    previous,
  ])
  const decisions = rows.map((row, index) => decide(definition, file, row, found[index], openChanges(row.key)))
  await skipTakenValues(db, definition, file, rows, decisions, scan.claims)
  const isApplied = (index: number) => decisions[index]!.outcome !== 'skipped'
  const recordIds = found.flatMap((record, index) => (record?.id && isApplied(index) ? [record.id] : []))
  if (definition.isSnapshot) await saveFileRecords(db, scan.ref.id, recordIds)
  rows.forEach((row, index) => isApplied(index) && scan.lastRows.add(row.key, row.line))
  scan.done += rows.length
  await scan.progress
  if (scan.fence !== undefined) scan.progress = saveProgress({ ...scan, fence: scan.fence })
  // Errors surface when the next call, or the end of the scan, awaits `scan.progress`.
  scan.progress.catch(() => undefined)
  return rows.map((row, index) =>
    toReviewedRow(file, row, decisions[index]!, nameOf(file, row) || (found[index]?.name ?? '')),
  )
}

function toReviewedRow(
  { fields }: FileFields,
  row: Row,
  { outcome, reason, changes, bad = [] }: Decision,
  name: string,
): ReviewedRow {
  if (outcome !== 'skipped') return { ...row, outcome, reason, name, ...(outcome === 'changed' ? { changes } : {}) }
  const { line, key, corrected } = row
  const cells =
    row.cells ??
    bad.flatMap((index, position) =>
      index < 0
        ? []
        : [{ field: fields[index]!.name, text: row.values[index] ?? '', reason: position === 0 ? reason : null }],
    )
  return {
    line,
    outcome,
    reason,
    key,
    name,
    values: [],
    ...(cells.length > 0 && { cells }),
    ...(corrected && { corrected }),
  }
}

type Progress = Pick<Scan, 'db' | 'ref' | 'done'> & { fence: number }

async function saveProgress({ db, ref, fence, done }: Progress): Promise<void> {
  const claimed = { id: ref.id, status: 'scanning', fence } as const
  const updated = await db.update(batchTables[ref.type], claimed, {
    done,
    total: sql`greatest(total, ${done})`,
    updated_at: sql`now()`,
    // Resets the attempts only if the scan has advanced beyond all earlier attempts.
    attempts: sql`case when ${done} > next_row then 0 else attempts end`,
    next_row: sql`greatest(next_row, ${done})`,
  })
  if (updated !== 1) throw new BatchLost()
}
