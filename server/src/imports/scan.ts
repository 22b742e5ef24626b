import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { ImportCounts, ImportFindings } from '@alumni/shared/imports'
import { isLossOfConnection } from '../database/connection-loss.ts'
import type { EntityManager, Orm } from '../database/orm.ts'
import type { Files } from '../files/files.ts'
import { knownAliases } from './aliases.ts'
import { mapColumns, type ColumnMap } from './columns.ts'
import { hasOpenCrmChanges, openCrmChanges } from './crm-protection.ts'
import { decide, skipped, type Decision } from './decide.ts'
import { fieldOf, type ImportDefinition } from './definition.ts'
import { findRecords } from './find-records.ts'
import { batchEntities, batchTables, type ImportBatch } from './import-batch.ts'
import { inspectFile } from './inspect-file.ts'
import { forgetKept, keepRecords, recordsToDelete } from './kept-records.ts'
import { LastRows } from './last-rows.ts'
import { removeManifest, rewriteManifest, writeManifest, type ManifestHeader } from './manifest.ts'
import { moveBatch, takeBatch, type BatchRef } from './moves.ts'
import { beginningOf } from './read-beginning.ts'
import { readCsv, type CsvFormat, type CsvRecord } from './read-csv.ts'
import { fileFields, nameIn, readRow, type FileFields, type ReviewedRow, type Row } from './row.ts'
import { ImportRefused } from './refusal.ts'
import { columnSamples } from './column-samples.ts'
import { refuseTaken, type Claims } from './unique-claims.ts'
import { definitions } from './types/all.ts'
import { loadVocabulary, type Vocabulary } from './vocabulary.ts'

export type ImportContext = { orm: Orm; files: Files }

/** Rows per look-up and per progress write. */
const batchSize = 500
const mostAttempts = 3

/**
 * Reads the uploaded file against what is on file and writes the manifest; then the batch waits for review. Changes no
 * alumnus. May run again at any time: after a newer run, a cancel or a stale mark it ends without effect.
 */
export async function scanImport(context: ImportContext, ref: BatchRef): Promise<void> {
  const em = context.orm.em.fork()
  const taken = await takeBatch(em, ref, 'scanning')
  if (!taken) return
  try {
    if (taken.attempts > mostAttempts)
      throw new ImportRefused(
        'Reading this file has stopped the worker three times. Export it again and check it, then upload the new one.',
      )
    await scanFile(context.files, em, ref, taken.fence)
  } catch (error) {
    if (error instanceof BatchLost) return
    if (isLossOfConnection(error)) throw error
    const sentence =
      error instanceof ImportRefused
        ? error.message
        : 'The file could not be scanned because of an unexpected problem. Nothing was changed.'
    await moveBatch(em.fork(), ref, 'scan_failed', { error: sentence }, taken.fence)
    if (!(error instanceof ImportRefused)) throw error
  }
}

/** Another job has the batch now, or somebody cancelled it: stop without a trace. */
class BatchLost extends Error {}

async function scanFile(files: Files, em: EntityManager, ref: BatchRef, fence: number): Promise<void> {
  const batch: ImportBatch = await em.findOneOrFail(batchEntities[ref.type], ref.id)
  const definition = definitions[ref.type]
  const { header, ...format } = inspectFile(await beginningOf(await files.read(batch.file_key)), batch.encoding)
  const map = mapColumns(definition, header, await knownAliases(em, ref.type))
  const scan: Scan = {
    files,
    em,
    ref,
    fence,
    definition,
    map,
    header,
    format: { ...format, encoding: batch.encoding },
    file: fileFields(definition, header, map.columns),
    vocabulary: await loadVocabulary(em, definition),
    isProtected: definition.isProtectedByCrmChanges && (await hasOpenCrmChanges(em)),
    lastRows: new LastRows(),
    claims: new Map(),
    samples: columnSamples(header, map.unknown),
    findings: { slashed_dates: 0, blank_extra_cells: 0 },
    done: 0,
    progress: Promise.resolve(),
  }
  if (definition.isSnapshot) await forgetKept(em, ref.id)
  const head: ManifestHeader = { type: ref.type, batch_id: ref.id, columns: map.columns }
  const manifest = { key: newManifestKey() }
  try {
    const counts = await writeScanned(scan, manifest, head, await files.read(batch.file_key))
    if (definition.isSnapshot) counts.deletes = await recordsToDelete(em, ref.id)
    const isMoved = await moveBatch(
      em,
      ref,
      'scanned',
      {
        counts,
        findings: scan.findings,
        done: counts.rows,
        total: counts.rows,
        manifest_key: manifest.key,
        columns: map.columns,
        unknown_columns: scan.samples.columns(),
        refused_columns: map.refused,
      },
      fence,
    )
    if (!isMoved) throw new BatchLost()
  } catch (error) {
    await removeManifest(files, manifest.key)
    throw error
  }
}

/** Writes the manifest; where keys turned out to stand in several rows, a second time with all but the last one skipped. */
async function writeScanned(
  scan: Scan,
  manifest: { key: string },
  head: ManifestHeader,
  upload: Readable,
): Promise<ImportCounts> {
  const { files, definition, lastRows } = scan
  const counts = await writeManifest(files, manifest.key, head, scannedRows(scan, upload))
  if (!lastRows.hasDuplicates) return counts
  const draft = manifest.key
  manifest.key = newManifestKey()
  const labels = definition.key.map((name) => fieldOf(definition, name).label).join(', ')
  try {
    return await rewriteManifest(files, draft, manifest.key, (row) => {
      const last = lastRows.lineOf(row.key)
      if (row.outcome === 'skipped' || last === row.line) return row
      return reviewed(row, skipped(`Row ${last} has the same ${labels}; the last one counts.`), row.name)
    })
  } finally {
    await removeManifest(files, draft)
  }
}

function newManifestKey(): string {
  return `imports/${randomUUID()}.manifest`
}

type Scan = {
  files: Files
  em: EntityManager
  ref: BatchRef
  fence: number
  definition: ImportDefinition
  header: string[]
  map: ColumnMap
  format: CsvFormat
  file: FileFields
  vocabulary: Vocabulary
  /** Some records have changes that wait for the CRM. */
  isProtected: boolean
  lastRows: LastRows
  claims: Claims
  samples: ReturnType<typeof columnSamples>
  findings: ImportFindings
  done: number
  /** The last progress write, under way. */
  progress: Promise<void>
}

/** The manifest's rows; while one batch of them waits for its records, the next one is parsed. */
async function* scannedRows(scan: Scan, upload: Readable): AsyncGenerator<ReviewedRow[]> {
  let pending: Promise<ReviewedRow[]> = Promise.resolve([])
  for await (const records of readCsv(upload, scan.format, batchSize, 2)) {
    const next = scanBatch(scan, records, pending)
    next.catch(() => undefined) // it is awaited one round later
    yield await pending
    pending = next
  }
  yield await pending
  await scan.progress
}

async function scanBatch(scan: Scan, records: CsvRecord[], previous: Promise<unknown>): Promise<ReviewedRow[]> {
  const { em, definition, file } = scan
  const rows = records.map((record) => readRow(file, record, scan.vocabulary))
  const keys = rows.map(({ key }) => key)
  const [found, openChanges] = await Promise.all([
    findRecords(em, definition, file, rows),
    scan.isProtected ? openCrmChanges(em, keys) : () => [],
    previous,
  ])
  const decisions = rows.map((row, at) => decide(definition, file, row, found[at], openChanges(row.key)))
  await refuseTaken(em, definition, file, rows, decisions, scan.claims)
  const isApplied = (at: number) => decisions[at]!.outcome !== 'skipped'
  if (definition.isSnapshot)
    await keepRecords(
      em,
      scan.ref.id,
      found.flatMap((record, at) => (record?.id && isApplied(at) ? [record.id] : [])),
    )
  rows.forEach((row, at) => isApplied(at) && scan.lastRows.see(row.key, row.line))
  records.forEach((record, at) => isApplied(at) && noteFindings(scan, record))
  if (scan.done < batchSize) records.forEach((record) => scan.samples.see(record))
  scan.done += rows.length
  await scan.progress
  scan.progress = saveProgress(scan)
  scan.progress.catch(() => undefined) // it is awaited one round later
  return rows.map((row, at) => reviewed(row, decisions[at]!, nameIn(file, row) || (found[at]?.name ?? '')))
}

/** A row with its decision, as the manifest has it. One that is skipped keeps no values: it will not be applied. */
function reviewed(row: Row, { outcome, reason, changes }: Decision, name: string): ReviewedRow {
  const { line, key } = row
  if (outcome === 'skipped') return { line, outcome, reason, key, name, values: [] }
  return { ...row, outcome, reason, name, ...(outcome === 'changed' ? { changes } : {}) }
}

function noteFindings({ file, findings }: Scan, { cells }: CsvRecord): void {
  if (cells.length > file.headerLength) findings.blank_extra_cells++
  if (file.dateCells.some((at) => cells[at]?.includes('/'))) findings.slashed_dates++
}

async function saveProgress({ em, ref, fence, done }: Scan): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${sql.table(batchTables[ref.type])} set done = ${done}, total = greatest(total, ${done}), updated_at = now() where id = ${ref.id} and status = 'scanning' and fence = ${fence}
  `.execute(em.getKysely())
  if (numAffectedRows !== 1n) throw new BatchLost()
}
