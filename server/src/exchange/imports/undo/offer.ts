import { addDays } from 'date-fns/addDays'
import { undoDays, type RelatedBatch, type UndoOffer } from '@alumni/shared/exchange/imports'
import type { ImportBatch } from '../import-batch.ts'

/** The import that a batch undoes, and its newest undo that is under way or has done something. */
export type Related = { undoes: RelatedBatch | null; undone_by: RelatedBatch | null }

/** Whether an import can be undone. */
export function undoOffer(batch: ImportBatch, undoneBy: RelatedBatch | null): UndoOffer {
  if (batch.undoes_id || !batch.finished_at || !hasWritten(batch)) return null
  const refuse = (refusal: string): UndoOffer => ({ until: null, refusal })
  if (!batch.keeps_before_images)
    return refuse('This import cannot be undone: it ran before v0.6.0, which began to keep what was there before.')
  const until = addDays(batch.finished_at, undoDays)
  if (until < new Date())
    return refuse(`This import cannot be undone any more: what was there before is kept for ${undoDays} days.`)
  if (undoneBy?.status === 'completed') return refuse(`This import was undone already, by ${undoneBy.by}.`)
  return { until: until.toISOString(), refusal: null }
}

/** Contacts count by their traces in the exchange with the CRM, too, which the results do not tell. */
function hasWritten({ type, results }: ImportBatch): boolean {
  if (!results) return false
  return results.new + results.changed + results.deletes > 0 || (type === 'contacts' && results.unchanged > 0)
}
