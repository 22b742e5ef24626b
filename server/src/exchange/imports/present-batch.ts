import { importSections } from '@alumni/shared/exchange/import-states'
import {
  undoDays,
  type ImportCounts,
  type ImportProgress,
  type ImportStatusReply,
  type RelatedBatch,
  type UndoOffer,
  type UnusualNumber,
} from '@alumni/shared/exchange/imports'
import { maxCorrected, maxCorrectedFile, type CorrectionOffer } from '@alumni/shared/exchange/import-corrections'
import { addDays } from 'date-fns/addDays'
import { findMissingColumns } from './upload/columns.ts'
import type { Field } from './definition.ts'
import type { ImportBatch } from './import-batch.ts'
import { definitions } from './types.ts'

/** `batch.imported_by` must be loaded. */
export function toStatusReply(
  batch: ImportBatch,
  { conflicts, open }: { conflicts: number; open: number },
  related: RelatedBatches,
  unusual: UnusualNumber[],
): ImportStatusReply {
  const { id, type, status } = batch
  const self = batchUrl(batch)
  const isContacts = type === 'contacts' && !batch.undoes_id
  return {
    id,
    type,
    status,
    section: importSections[status],
    progress: progressOf(batch),
    counts: batch.counts ?? null,
    results: batch.results ?? null,
    findings: batch.findings ?? null,
    field_counts: batch.field_counts ?? null,
    unusual,
    error: batch.error ?? null,
    started_at: batch.started_at.toISOString(),
    updated_at: batch.updated_at.toISOString(),
    finished_at: batch.finished_at?.toISOString() ?? null,
    imported_by: batch.imported_by.name,
    file_name: batch.file_name,
    file_size: batch.file_size,
    columns: batch.columns,
    unknown_columns: batch.unknown_columns,
    refused_columns: batch.refused_columns,
    missing_columns: findMissingFields(batch).map(({ name, label }) => ({ field: name, label })),
    conflicts,
    conflicts_left: open,
    ...related,
    undo: buildUndoOffer(batch, related.undone_by),
    corrections: buildCorrectionOffer(batch),
    links: {
      self,
      status: `${self}/status`,
      commit: `${self}/commit`,
      cancel: `${self}/cancel`,
      columns: `${self}/columns`,
      undo: `${self}/undo`,
      issues: batch.manifest_key ? `${self}/issues.csv` : null,
      conflicts: isContacts ? `/settings/crm/conflicts?batch_id=${id}` : null,
      crm_changes: isContacts ? `/settings/crm/crm_changes?batch_id=${id}` : null,
    },
  }
}

export function batchUrl({ type, id }: Pick<ImportBatch, 'type' | 'id'>): string {
  return `/settings/imports/${type}/batches/${id}`
}

export function findMissingFields(batch: Pick<ImportBatch, 'type' | 'undoes_id' | 'columns'>): Field[] {
  const { type, undoes_id, columns } = batch
  return undoes_id ? [] : findMissingColumns(definitions[type], new Set(columns.map(({ field }) => field)))
}

function progressOf({ status, phase, done, total }: ImportBatch): ImportProgress {
  return { phase: status === 'completed' ? 'finished' : (phase as ImportProgress['phase']), done, total }
}

/** `undone_by` is the newest undo that is active or has restored something. */
export type RelatedBatches = { undoes: RelatedBatch | null; undone_by: RelatedBatch | null }

export function buildUndoOffer(batch: ImportBatch, undoneBy: RelatedBatch | null): UndoOffer {
  if (batch.undoes_id || !batch.finished_at || !hasEffect(batch)) return null
  const refuse = (refusal: string): UndoOffer => ({ until: null, refusal })
  if (!batch.keeps_before_images)
    return refuse('This import cannot be undone: it ran before v0.6.0, when previous values were not yet saved.')
  const until = addDays(batch.finished_at, undoDays)
  if (until < new Date())
    return refuse(`This import can no longer be undone: previous values are stored for ${undoDays} days.`)
  if (undoneBy?.status === 'completed') return refuse(`${undoneBy.by} has already undone this import.`)
  return { until: until.toISOString(), refusal: null }
}

/** The results do not count CRM changes that unchanged contacts verified or contradicted. */
function hasEffect({ type, results }: ImportBatch): boolean {
  if (!results) return false
  return results.new + results.changed + results.deletes > 0 || (type === 'contacts' && results.unchanged > 0)
}

export function buildCorrectionOffer(batch: ImportBatch): CorrectionOffer {
  const { status, undoes_id, counts, corrections, columns, type } = batch
  if (status !== 'review' || undoes_id || !counts || findMissingFields({ type, undoes_id, columns }).length > 0)
    return null
  if (counts.skipped === 0 && !corrections?.length) return null
  return { refusal: correctionRefusalOf(counts) }
}

function correctionRefusalOf({ rows, skipped }: ImportCounts): string | null {
  const instead = 'Export the issues, correct them in the file, and upload it after this import.'
  if (skipped > maxCorrected) return `Up to ${maxCorrected} skipped lines can be corrected on this page. ${instead}`
  if (rows > maxCorrectedFile)
    return `Lines of files up to ${maxCorrectedFile.toLocaleString('en-US')} lines can be corrected on this page. ${instead}`
  return null
}
