import type { ImportCounts } from '@alumni/shared/exchange/imports'
import { sql } from 'kysely'
import type { Db } from '../../../foundations/database/db.ts'
import type { Files } from '../../../foundations/files/files.ts'
import { mapColumns, missingWords, knownAliases } from '../upload/columns.ts'
import { hasOpenCrmChanges, openCrmChanges } from '../crm-protection.ts'
import { decide, skipped, type Decision } from '../decide.ts'
import { fieldOf, type ImportDefinition, loadVocabulary } from '../definition.ts'
import { BatchLost, moveBatch, runBatch, type BatchRef, type ImportContext, type MoveFields } from '../moves.ts'
import { findRecords } from '../find-records.ts'
import { batchEntities, batchTables, type ImportBatch, type StoredCorrection } from '../import-batch.ts'
import { beginningOf, inspectFile } from '../upload/inspect-file.ts'
import { forgetRecords, saveRecords, recordsOnFile, recordsToDelete } from '../snapshot.ts'
import { LastRows } from './last-rows.ts'
import { newManifestKey, rewriteManifest, writeManifest, type ManifestHeader } from '../manifest/manifest.ts'
import { readRows, type FileSummary, readRowsInThread } from './read-rows.ts'
import { fileFields, nameIn, type FileFields, type ReviewedRow, type Row } from '../row.ts'
import { refuseTaken, type Claims } from '../unique-claims.ts'
import { definitions } from '../types.ts'
import { undoRows } from '../undo/apply-rows.ts'

/** From this many bytes on a thread of its own, which takes 0.1 s to start, makes a scan faster. */
const largeFile = 4 * 1024 * 1024

/**
 * Reads the uploaded file against what is on file and writes the manifest; then the batch waits for review. Changes no
 * alumnus. May run again at any time: after a newer run, a cancel or a stale mark it ends without effect.
 */
export async function scanImport({ db, files }: ImportContext, ref: BatchRef): Promise<void> {
  await runBatch(db, ref, 'scanning', async (fence) => {
    const batch: ImportBatch = await db.entities.findOneOrFail(batchEntities[ref.type], ref.id)
    if (batch.undoes_id) await scanUndo(files, db, batch, batch.undoes_id, fence)
    else await scanFile({ db, files }, batch, fence)
  })
}

/** Reads what the import did instead of a file. */
async function scanUndo(files: Files, db: Db, { type, id }: ImportBatch, undoes: number, fence: number): Promise<void> {
  const ref = { type, id }
  const manifest = { key: newManifestKey() }
  async function* rows() {
    let done = 0
    for await (const batch of undoRows(db, definitions[type], { type, id: undoes })) {
      done += batch.length
      await saveProgress({ db, ref, fence, done })
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
  const found = await readAgainstRecords(context, batch, batch.corrections ?? [], fence)
  try {
    if (!(await moveBatch(context.db, batch, 'scanned', found, fence))) throw new BatchLost()
  } catch (error) {
    await context.files.remove(found.manifest_key)
    throw error
  }
}

/** The result of a scan, as the batch stores it. */
type Scanned = MoveFields & { manifest_key: string; counts: ImportCounts }

/**
 * Reads the uploaded file, with corrections in it, against what is on file and writes its manifest. Without `fence` the
 * caller has locked the batch, and no progress is written.
 */
export async function readAgainstRecords(
  { db, files }: ImportContext,
  batch: ImportBatch,
  corrections: readonly StoredCorrection[],
  fence?: number,
): Promise<Scanned> {
  const ref = { type: batch.type, id: batch.id }
  const definition = definitions[ref.type]
  const { header, ...format } = inspectFile(await beginningOf(files, batch.file_key), batch.encoding)
  const map = mapColumns(definition, header, await knownAliases(db, ref.type))
  const isDayFirst = batch.columns.some((column) => column.day_first)
  const columns = isDayFirst ? map.columns.map((column) => ({ ...column, day_first: true })) : map.columns
  const isComplete = map.missing.length === 0
  const file = {
    ...fileFields(definition, header, columns, map.isOwn),
    ...(!isComplete && { problem: missingWords(map.missing) }),
  }
  const read = batch.file_size >= largeFile ? readRowsInThread : readRows
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
    rows: read(upload, {
      format: { ...format, encoding: batch.encoding },
      header,
      file,
      vocabulary,
      unknown: map.unknown.map((name) => ({ header: name, index: header.indexOf(name) })),
      corrections: cellsToCorrect(header, corrections),
    }),
    lastRows: new LastRows(),
    claims: new Map(),
    done: 0,
    progress: Promise.resolve(),
  }
  const manifest = { key: newManifestKey() }
  try {
    if (definition.isSnapshot) await forgetRecords(db, [ref.id])
    const head = { type: ref.type, batch_id: ref.id, columns, is_own: map.isOwn }
    const { counts, field_counts } = await writeScanned(scan, manifest, head)
    if (definition.isSnapshot && isComplete) counts.deletes = await recordsToDelete(db, ref.id)
    return {
      counts,
      field_counts,
      ...(definition.isSnapshot && { on_file: await recordsOnFile(db) }),
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

/** The corrections by line and by the index of the cell. */
export function cellsToCorrect(header: readonly string[], corrections: readonly StoredCorrection[]) {
  return new Map(
    corrections.map(({ line, cells }) => [
      line,
      new Map(Object.entries(cells).map(([name, text]) => [header.indexOf(name), text])),
    ]),
  )
}

/**
 * Writes the manifest; where keys turned out to stand in several rows, a second time with all but the last one skipped.
 */
async function writeScanned(
  scan: Scan,
  manifest: { key: string },
  head: ManifestHeader,
): ReturnType<typeof writeManifest> {
  const { files, definition, lastRows } = scan
  const written = await writeManifest(files, manifest.key, head, scannedRows(scan))
  if (!lastRows.hasDuplicates) return written
  const draft = manifest.key
  manifest.key = newManifestKey()
  const labels = definition.key.map((name) => fieldOf(definition, name).label).join(', ')
  try {
    const skipUnlessLast = (row: ReviewedRow): ReviewedRow => {
      const last = lastRows.lineOf(row.key)
      if (row.outcome === 'skipped' || last === row.line) return row
      const why = `Line ${last} has the same ${labels}; the last one counts.`
      return reviewed(scan.file, row, skipped(why, scan.file.keyIndexes), row.name)
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
  /** The summary of all rows; undefined until the end. */
  summary?: FileSummary
  /** Some records have changes that wait for the CRM. */
  isProtected: boolean
  lastRows: LastRows
  claims: Claims
  done: number
  /** The last progress write, under way. */
  progress: Promise<void>
}

/** The manifest's rows; while one batch of them waits for its records, the next one is read. */
async function* scannedRows(scan: Scan): AsyncGenerator<ReviewedRow[]> {
  let pending: Promise<ReviewedRow[]> = Promise.resolve([])
  try {
    for (let read = await scan.rows.next(); ; read = await scan.rows.next()) {
      if (read.done) {
        scan.summary = read.value
        break
      }
      const next = scanRows(scan, read.value, pending)
      next.catch(() => undefined) // it is awaited one round later
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
    scan.isProtected ? openCrmChanges(db, keys) : () => [],
    previous,
  ])
  const decisions = rows.map((row, index) => decide(definition, file, row, found[index], openChanges(row.key)))
  await refuseTaken(db, definition, file, rows, decisions, scan.claims)
  const isApplied = (index: number) => decisions[index]!.outcome !== 'skipped'
  if (definition.isSnapshot)
    await saveRecords(
      db,
      scan.ref.id,
      found.flatMap((record, index) => (record?.id && isApplied(index) ? [record.id] : [])),
    )
  rows.forEach((row, index) => isApplied(index) && scan.lastRows.see(row.key, row.line))
  scan.done += rows.length
  await scan.progress
  if (scan.fence !== undefined) scan.progress = saveProgress({ ...scan, fence: scan.fence })
  scan.progress.catch(() => undefined) // it is awaited one round later
  return rows.map((row, index) =>
    reviewed(file, row, decisions[index]!, nameIn(file, row) || (found[index]?.name ?? '')),
  )
}

/** A row with its decision, as the manifest has it. One that is skipped keeps no values: it will not be applied. */
function reviewed(
  { fields }: FileFields,
  row: Row,
  { outcome, reason, changes, bad = [] }: Decision,
  name: string,
): ReviewedRow {
  if (outcome !== 'skipped') return { ...row, outcome, reason, name, ...(outcome === 'changed' ? { changes } : {}) }
  const { line, key, corrected } = row
  const cells =
    row.cells ??
    bad.flatMap((index, nth) =>
      index < 0
        ? []
        : [{ field: fields[index]!.name, text: row.values[index] ?? '', reason: nth === 0 ? reason : null }],
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
  const { numUpdatedRows } = await db
    .updateTable(batchTables[ref.type])
    .set({
      done,
      total: sql`greatest(total, ${done})`,
      updated_at: sql`now()`,
      // A worker that was killed from outside has come to different places; what counts is a place that none passes.
      attempts: sql`case when ${done} > next_row then 0 else attempts end`,
      next_row: sql`greatest(next_row, ${done})`,
    })
    .where('id', '=', ref.id)
    .where('status', '=', 'scanning')
    // Spares a scan that was overtaken its rest; what it found is refused by the move at its end.
    .where('fence', '=', fence)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new BatchLost()
}
